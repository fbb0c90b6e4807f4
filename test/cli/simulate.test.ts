import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
})
afterEach(() => sh.remove())

type Turn = { readonly role: string; readonly content: unknown }

/** A session of an agent that reads two files again and again, and edits one of them. */
function recorded(steps: number): Turn[] {
  const file = (path: string): string =>
    Array.from({ length: 30 }, (_, at) => `export const value${at} = ${at * 7919} // of ${path}`).join('\n')
  const step = (at: number): Turn[] => {
    const path = at % 2 === 0 ? 'a.ts' : `other${at}.ts`
    const isEdit = at % 5 === 4
    const old = { old_string: 'export const value3 = 23757 // of a.ts', new_string: `export const value3 = ${at}` }
    const input = { file_path: path, ...(isEdit ? old : {}) }
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: isEdit ? 'Edit' : 'Read', input }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: isEdit ? 'done' : file(path) }],
      },
    ]
  }
  const all = Array.from({ length: steps }, (_, at) => step(at)).flat()
  return [{ role: 'user', content: 'Tidy up.' }, ...all, { role: 'assistant', content: 'Done.' }]
}

async function load(steps: number): Promise<void> {
  const session = { system: 'You write code.', messages: recorded(steps) }
  await writeFile(join(sh.folder, 'session.json'), JSON.stringify(session))
  expect(await sh.heddle(['import', 'session.json', '--format', 'anthropic'])).toMatchObject({ code: 0 })
}

interface Told {
  readonly branch: string
  readonly policies: readonly {
    readonly name: string
    readonly settings: { readonly [name: string]: unknown }
    readonly calls: readonly { readonly kind: string; readonly index: number; readonly used: number }[]
    readonly total: { readonly calls: number; readonly refused: number; readonly used: number; readonly cuts: number }
  }[]
  readonly out: string | null
}

const simulate = ['simulate', '--budget', '4000', '--model', 'openai:gpt-5']
const json = async (...more: string[]): Promise<Told> =>
  JSON.parse((await sh.heddle([...simulate, ...more, '--json'])).out) as Told

describe('heddle simulate', () => {
  it('replays every call under a policy, and leaves the store as it is', async () => {
    await load(20)
    const before = (await sh.heddle(['stats', '--json'])).out
    const told = await json('--policy', 'rollingWindow,lowWater=0.4')
    expect(told).toMatchObject({ branch: 'main', out: null })
    const [policy] = told.policies
    expect(policy).toMatchObject({
      name: 'rollingWindow,lowWater=0.4',
      settings: { truncationStrategy: 'rollingWindow', lowWater: 0.4 },
      total: { calls: 21, refused: 0 },
    })
    expect(policy?.settings.model).toBeUndefined()
    expect(policy?.total.cuts).toBeGreaterThan(0)
    expect(policy?.calls.map(({ index }) => index)).toEqual(Array.from({ length: 21 }, (_, at) => at))
    expect(policy?.total.used).toBe(policy?.calls.reduce((sum, { used }) => sum + used, 0))
    const { bytes: _, ...stats } = JSON.parse(before)
    expect(JSON.parse((await sh.heddle(['stats', '--json'])).out)).toMatchObject(stats)
    expect((await sh.heddle(['explain', '--list', '--json'])).out).toContain('"plans": []')
  })

  it('shows the calls, a plot and the total, and two policies side by side', async () => {
    await load(60)
    const one = await sh.heddle(simulate, { terminal: true, columns: 90, env: { NO_COLOR: '1' } })
    expect(one.code).toBe(0)
    const lines = one.out.split('\n')
    expect(lines[1]).toContain('limit 4,000 o200k_base, truncateMiddle (as set)')
    expect(one.out).toMatch(/\n +\d+ +\w+ .*pressure, cut/)
    expect(one.out).toContain('all with --all')
    expect(one.out).toContain('cost, in input tokens')
    expect(lines.every((line) => line.length <= 90)).toBe(true)
    const two = await sh.heddle([...simulate, '--vs', 'keepFirstPair:half', '--all'])
    expect(two.out).toContain('B  keepFirstPair:half')
    expect(two.out).toMatch(/\nsent +[\d,]+ +[\d,]+ +[+−]/)
    expect(two.out).not.toContain('all with --all')
    const ascii = await sh.heddle(simulate, { env: { LC_ALL: 'C' } })
    expect(ascii.out).toMatch(/\n +0 \+[+-]+\n/)
  })

  it('writes the requests and the plot for their owner alone, and nothing over what is there', async () => {
    await load(20)
    const line = [...simulate, '--out', 'requests.jsonl', '--svg', 'calls.svg']
    expect(await sh.heddle(line)).toMatchObject({ code: 0 })
    const text = await readFile(join(sh.folder, 'requests.jsonl'), 'utf8')
    const requests = text
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each))
    expect(requests.map(({ call }) => call)).toEqual(Array.from({ length: 21 }, (_, at) => at))
    expect(new Set(requests.map(({ session }) => session)).size).toBe(1)
    expect(Object.keys(requests[0])).toEqual(['session', 'call', 'tools', 'system', 'messages', 'expects'])
    expect(requests[0]).toMatchObject({
      tools: [],
      system: 'You write code.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Tidy up.' }] }],
      expects: [],
    })
    expect(requests[4].expects).toEqual([{ lines: ['export const value3 = 23757 // of a.ts'] }])
    expect(await readFile(join(sh.folder, 'calls.svg'), 'utf8')).toMatch(/^<svg /)
    for (const name of ['requests.jsonl', 'calls.svg'])
      expect((await stat(join(sh.folder, name))).mode & 0o777).toBe(0o600)
    for (const again of [
      [...simulate, '--svg', 'calls.svg'],
      [...simulate, '--out', 'requests.jsonl'],
    ])
      expect(await sh.heddle(again)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--force') })
    expect(await sh.heddle([...line, '--force'])).toMatchObject({ code: 0 })
    expect((await readdir(sh.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('tells calls that cannot be planned, and goes on', async () => {
    await load(20)
    const { code, out, err } = await sh.heddle([...simulate, '--policy', 'stopAtLimit'])
    expect(code).toBe(0)
    expect(out).toContain('refused: over-limit')
    expect(out).toMatch(/of them refused +\d+/)
    expect(err).toContain('calls refused, the first is')
  })

  it.each([
    [['--policy', 'rolingWindow'], 2, 'unknown-policy'],
    [['--policy', 'rollingWindow,lowWatr=1'], 2, 'unknown-setting'],
    [['--vs', 'pressure=7'], 2, 'invalid-setting'],
    [['--vs', 'rollingWindow', '--out', 'x.jsonl'], 2, 'usage'],
    [['--out', 'x', '--svg', './x'], 2, 'usage'],
    [['--out', '-'], 2, 'usage'],
    [['--budget', '0'], 2, 'usage'],
    [['-b', 'nowhere'], 1, 'unknown-branch'],
    [['no-such'], 1, 'unknown-conversation'],
    [['--out', 'missing/x.jsonl'], 1, 'not-found'],
  ])('answers %j with exit code %i and %s, and writes nothing', async (more, code, error) => {
    await load(2)
    const before = await readdir(sh.folder)
    const { code: got, out, err } = await sh.heddle(['simulate', ...more, '--json'])
    expect({ got, out }).toEqual({ got: code, out: '' })
    expect((JSON.parse(err) as { error: { code: string } }).error.code).toBe(error)
    expect(await readdir(sh.folder)).toEqual(before)
  })

  it('says where there is no call to replay', async () => {
    await sh.heddle(['say', '--new', 'Hello'])
    const { code, err } = await sh.heddle(['simulate', '--out', 'x.jsonl'])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('no model has answered on the branch main') })
    expect(await readdir(sh.folder)).not.toContain('x.jsonl')
  })
})

describe('heddle explain --policies', () => {
  it('tells what each policy did, in text and as data', async () => {
    await load(20)
    await sh.heddle(['plan', '--budget', '4000', '--model', 'openai:gpt-5'])
    const { out } = await sh.heddle(['explain', '--policies'])
    expect(out).toMatch(/\nrepeat +[\d,]+ +[\d,]+ /)
    expect(out).toContain('no earlier plan')
    const told = JSON.parse((await sh.heddle(['explain', '--policies', '--json'])).out)
    expect(told).toMatchObject({ measure: 'o200k_base', limit: 4000, moment: 'pressure', prefix: null })
    expect(told.policies.map(({ policy }: { policy: string }) => policy)).toContain('fit')
    expect(told.changed[0]).toMatchObject({ kind: expect.any(String), parts: expect.any(Number) })
    expect((await sh.heddle(['explain'])).out).toMatch(/(repeated|stale) → see [\w:.]+, saves [\d,]+/)
    expect((await sh.heddle(['explain', '--policies', '--list'])).code).toBe(2)
  })

  it('counts in characters as well where that is asked for', async () => {
    await load(20)
    await sh.heddle(['plan', '--budget', '4000', '--model', 'openai:gpt-5'])
    const { characters, policies } = JSON.parse(
      (await sh.heddle(['explain', '--policies', '--characters', '--json'])).out,
    ) as Record<'characters' | 'policies', { policy: string; before: number; after: number }[]>
    expect(characters.map(({ policy }) => policy)).toEqual(policies.map(({ policy }) => policy))
    characters.forEach(({ before, after }, at) => {
      expect(after).toBeLessThanOrEqual(before)
      expect(after < before).toBe((policies[at]?.after ?? 0) < (policies[at]?.before ?? 0))
      if (at > 0) expect(before).toBe(characters[at - 1]?.after)
      expect(before).toBeGreaterThan(2 * (policies[at]?.before ?? 0))
    })
    expect((await sh.heddle(['explain', '--policies', '--characters'])).out).toContain('characters before')
    expect((await sh.heddle(['explain', '--characters'])).code).toBe(2)
  })
})
