import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
})
afterEach(() => sh.remove())

const out = async (...line: string[]): Promise<string> => (await sh.heddle(line)).out.trim()
const json = async <T>(...line: string[]): Promise<T> => JSON.parse((await sh.heddle([...line, '--json'])).out) as T
const sent = async (): Promise<string[]> =>
  (await json<{ rows: { item: string; in: boolean; reason: string }[] }>('plan')).rows.map(
    ({ in: isIn, reason }) => `${isIn ? '+' : '-'} ${reason}`,
  )

/** Says things in turn; returns their short ids. */
async function talk(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const text = `We decided to use parser ${at}. The tests of module ${at} pass now. ${'It took a while. '.repeat(20)}`
    const options = at === 0 ? ['--new'] : at % 2 === 0 ? [] : ['--as', 'model']
    ids.push(await out('say', ...options, text))
  }
  return ids
}

describe('heddle compact', () => {
  it('sends a summary from then on, says what it came to, and undoes it', async () => {
    const ids = await talk(12)
    const before = await sent()
    const dry = await json<{ text: string }>('compact', '--dry-run')
    expect(dry).toMatchObject({ dryRun: true, summary: null, fromShortId: ids[2], toShortId: ids[7], nodes: 6 })
    expect(dry.text).toContain('## Decisions and rules\n- We decided to use parser')
    expect(await sent()).toEqual(before)
    expect((await sh.heddle(['compact', '--dry-run'])).out).toContain('## Decisions and rules')

    const { out: printed, err } = await sh.heddle(['compact'])
    expect(err).toMatch(/stands for .+, 6 nodes: [\d,]+ → \d+ /)
    expect(err).toContain('heddle compact --undo')
    expect(await sent()).toEqual(['+ required', ...before.slice(6), '- summarised'])
    expect((await sh.heddle(['plan'])).out).toContain('stands for it')
    expect(await json('show', printed.trim())).toMatchObject({ kind: 'node', annotation: true, author: 'system' })

    expect(await json('compact', '--undo', printed.trim())).toMatchObject({
      shortId: printed.trim(),
      fromShortId: ids[2],
      toShortId: ids[7],
      nodes: 6,
      branch: 'main',
    })
    expect((await sent()).filter((row) => row.startsWith('+'))).toEqual(before)
  })

  it('takes a range, and what is compacted already into a larger one', async () => {
    const ids = await talk(14)
    const first = await json<{ summary: string }>('compact', '--from', ids[3] ?? '', '--to', ids[6] ?? '')
    expect(first).toMatchObject({ fromShortId: ids[3], toShortId: ids[6], nodes: 4, takesIn: [], files: [] })
    expect(await json('compact', '--keep', '2')).toMatchObject({
      fromShortId: ids[2],
      toShortId: ids[11],
      takesIn: [first.summary],
    })
    expect(await json('compact', '--undo')).toMatchObject({ nodes: 10 })
    expect(await json('compact', '--undo')).toMatchObject({ undone: first.summary })
  })

  it('happens by itself under pressure where that is set', async () => {
    await talk(12)
    await sh.heddle(['config', 'set', 'underPressure', 'compact'])
    const plan = await json<{ plan: { kept: { section: string }[]; leftOut: { reason: { kind: string } }[] } }>(
      'plan',
      '--budget',
      '900',
    )
    expect(plan.plan.kept[0]).toMatchObject({ section: 'summary' })
    expect(plan.plan.leftOut).toMatchObject([{ reason: { kind: 'summarised' } }])
    expect((await sh.heddle(['replay', '--last'])).code).toBe(0)
  })

  it('is dropped by going back to before it', async () => {
    await talk(12)
    const before = await sent()
    await sh.heddle(['checkpoint', 'create', 'before'])
    await sh.heddle(['compact'])
    expect(await json('checkpoint', 'restore', 'before')).toMatchObject({
      dropped: { edits: 0, cuts: 0, compactions: 1 },
    })
    expect((await sent()).filter((row) => row.startsWith('+'))).toEqual(before)
  })

  it.each([
    [['compact', '--keep', '0'], 2, 'usage'],
    [['compact', '--keep', 'x'], 2, 'usage'],
    [['compact', '--undo', '--from', 'a'], 2, 'usage'],
    [['compact', '--undo', '--dry-run'], 2, 'usage'],
    [['compact', '--file', ...'abcdefghi'], 2, 'usage'],
    [['compact', 'nowhere'], 1, 'unknown-conversation'],
    [['compact', '-b', 'nowhere'], 1, 'unknown-branch'],
    [['compact', '--from', 'nobody'], 1, 'unknown-node'],
    [['compact', '--from', 'main'], 1, 'holds-newest'],
    [['compact', '--file', 'a.ts'], 1, 'unknown-file'],
    [['compact', '--keep', '9'], 1, 'nothing-to-compact'],
    [['compact', '--undo'], 1, 'nothing-compacted'],
    [['compact', '--undo', 'main'], 1, 'unknown-summary'],
  ])('answers %j with exit code %i and %s, and writes nothing', async (line, code, error) => {
    await talk(8)
    const nodes = (await json<{ nodes: number }>('stats')).nodes
    const { code: got, out: printed, err } = await sh.heddle([...line, '--json'])
    expect({ got, printed }).toEqual({ got: code, printed: '' })
    expect((JSON.parse(err) as { error: { code: string } }).error.code).toBe(error)
    expect((await json<{ nodes: number }>('stats')).nodes).toBe(nodes)
  })

  it('refuses where nothing has been said, and in a buffer', async () => {
    await sh.heddle(['say', '--new', '--mode', 'buffer', 'text'])
    expect((await sh.heddle(['compact'])).err).toContain('buffer')
  })
})
