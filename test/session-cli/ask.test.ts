import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calls, inTurn, type Reply, says } from '../../src/testing/provider/reply.ts'
import { modelOf, type Provided, provided } from './provided.ts'

let place: Provided

beforeEach(async () => {
  place = await provided(() => says('Fine.'))
})
afterEach(() => place.remove())

const evil = 'a\u001b[31mb\u001b]0;t\u0007 \u009b2J\r \u202ec\u202c\b'
/** What a terminal could obey: all controls but line feeds and tabs, and marks of direction. */
const obeyed: RegExp = new RegExp(
  [...Array(160).keys()]
    .filter((code) => (code < 32 && code !== 9 && code !== 10) || code > 126)
    .concat(0x202a, 0x202b, 0x202c, 0x202d, 0x202e)
    .map((code) => String.fromCharCode(code))
    .join('|'),
)

const words = [{ kind: 'text', text: 'one two three four five six seven' }] as const

/** Answers with which a turn may come to nothing, without a wait before the next try. */
const misfortunes: { readonly [name: string]: Reply } = {
  refused: { kind: 'error', status: 400, message: evil },
  'no key': { kind: 'error', status: 401, message: evil },
  'no such model': { kind: 'error', status: 404, message: 'none' },
  'a wait of a day': { kind: 'error', status: 429, message: 'later', retryAfter: 86_400 },
  empty: { kind: 'answer', parts: [] },
  blank: says(' \n'),
  'cut short': { kind: 'answer', parts: words, finish: 'length' },
  filtered: { kind: 'answer', parts: words, finish: 'content-filter' },
  'ended midway': { kind: 'cut', parts: words, after: 3, how: 'end' },
  'broken off': { kind: 'cut', parts: words, after: 3, how: 'reset' },
  'no JSON': { kind: 'answer', parts: [{ kind: 'tool-call', name: 'read_file', input: { raw: '{"path": "n' } }] },
  'no object': { kind: 'answer', parts: [{ kind: 'tool-call', name: 'read_file', input: { raw: '[1]' } }] },
  'no such tool': calls({ name: 'launch', input: { at: evil } }),
  'an evil path': calls({ name: 'read_file', input: { path: evil } }, { name: 'read_file', input: { path: '..' } }),
  'a call that needs a person': calls({ name: 'run_command', input: { command: `echo ${evil}` } }),
  'many calls': calls(...Array.from({ length: 50 }, (_, at) => ({ name: 'read_file', input: { path: `${at}.txt` } }))),
  'evil text': says(evil),
}

describe('heddle ask', () => {
  it('goes on after whatever came before, with a request that the provider takes, and shows nothing raw', {
    timeout: 120_000,
  }, async () => {
    const wire = fc.constantFrom('anthropic', 'chat-completions', 'responses')
    const names = fc.array(fc.constantFrom(...Object.keys(misfortunes)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(wire, names, fc.boolean(), async (api, chosen, json) => {
        const model = ['--model', modelOf(api)]
        const told: string[] = []
        for (const [at, name] of chosen.entries()) {
          place.provider.use(inTurn(misfortunes[name] ?? says('?'), says('Went on.')))
          const line = ['ask', `Try ${name}`, ...(at === 0 ? ['--new'] : []), ...model, ...(json ? ['--json'] : [])]
          const { code, out, err } = await place.heddle(line, { terminal: true, env: { NO_COLOR: '1' } })
          expect([0, 1]).toContain(code)
          told.push(out, err)
          if (json) for (const each of `${out}${err}`.trim().split('\n')) JSON.parse(each)
        }
        place.provider.use(() => says('Fine.'))
        expect(await place.heddle(['ask', 'And now?', ...model])).toMatchObject({ code: 0, out: 'Fine.\n' })
        expect(told.join('')).not.toMatch(obeyed)
        expect(told.join('')).not.toContain(place.key)
        expect((await place.heddle(['replay'])).code).toBe(0)
        expect((await place.heddle(['verify'])).code).toBe(0)
      }),
      { numRuns: 12 },
    )
  })

  it('keeps the key out of everything that is stored', async () => {
    place.provider.use(() => ({ kind: 'error', status: 400, message: `no: ${place.key}` }))
    await place.heddle(['ask', 'Hello', '--trace', 'trace.jsonl'])
    const files = [join(place.folder, 'trace.jsonl')]
    const folder = join(place.folder, '.heddle')
    for (const name of await readdir(folder)) files.push(join(folder, name))
    for (const file of files) expect((await readFile(file)).includes(place.key)).toBe(false)
  })

  it('lets no tool out of the workspace, nor into .git and .heddle, whatever is allowed', async () => {
    const outside = join(place.folder, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'secret.txt'), 'TREASURE')
    const inside = join(place.folder, 'inside')
    await mkdir(join(inside, '.git'), { recursive: true })
    await symlink(outside, join(inside, 'link'))
    await symlink(join(outside, 'secret.txt'), join(inside, 'file'))
    await symlink('.git', join(inside, 'other'))
    const here = { cwd: inside }
    await place.heddle(['init'], here)
    const paths = [
      'link/secret.txt',
      'file',
      '../outside/secret.txt',
      join(outside, 'secret.txt'),
      'link/../secret.txt',
    ]
    const writes = [...paths, 'link/new.txt', '.git/config', '.GIT/config', 'other/config', '.heddle/config.json']
    const made = [
      ...paths.map((path) => ({ name: 'read_file', input: { path } })),
      ...writes.map((path) => ({ name: 'write_file', input: { path, content: 'x' } })),
      { name: 'list_files', input: { path: 'link' } },
      { name: 'search', input: { pattern: 'TREASURE' } },
    ]
    place.provider.use(inTurn(calls(...made), says('Done.')))
    const { code } = await place.heddle(['ask', 'Look', '--new', '--allow', 'write_file'], here)
    expect(code).toBe(0)
    expect(JSON.stringify(place.provider.requests.at(-1)?.body).replaceAll('"TREASURE', '')).not.toContain('TREASURE')
    expect(await readdir(outside)).toEqual(['secret.txt'])
    expect(await readdir(join(inside, '.git'))).toEqual([])
    expect(await readdir(join(inside, '.heddle'))).not.toContain('config.json')
  })

  it('takes what a workspace brought from elsewhere says of tools and providers only once it is confirmed', async () => {
    const settings = {
      tools: { run_command: 'allow' },
      providers: { 'chat-completions': { baseUrl: 'http://127.0.0.1:9/v1', keyFrom: 'LOOPBACK_KEY' } },
    }
    const file = join(place.folder, '.heddle', 'config.json')
    const command = inTurn(calls({ name: 'run_command', input: { command: 'touch ran' } }), says('Done.'))
    await writeFile(file, JSON.stringify(settings))
    const refused = await place.heddle(['ask', 'Run it', '--json'])
    expect(JSON.parse(refused.err)).toMatchObject({ error: { code: 'untrusted-provider' } })
    await writeFile(file, JSON.stringify({ tools: settings.tools }))
    place.provider.use(command)
    await place.heddle(['ask', 'Run it'])
    expect(await readdir(place.folder)).not.toContain('ran')
    expect((await place.heddle(['config', 'trust'])).code).toBe(0)
    place.provider.use(inTurn(calls({ name: 'run_command', input: { command: 'touch ran' } }), says('Done.')))
    await place.heddle(['ask', 'Run it'])
    expect(await readdir(place.folder)).toContain('ran')
  })
})
