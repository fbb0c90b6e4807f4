import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
})
afterEach(() => sh.remove())

interface Log {
  readonly nodes: readonly { readonly id: string; readonly shortId: string; readonly text: string }[]
}

const json = async (...line: string[]): Promise<unknown> => JSON.parse((await sh.heddle([...line, '--json'])).out)
const log = async (...line: string[]): Promise<Log> => (await json('log', ...line)) as Log

describe('saying something', () => {
  it('prints the short id of the node, and tells the rest on standard error', async () => {
    const { code, out, err } = await sh.heddle(['say', '--new', 'Hello there'])
    expect(code).toBe(0)
    expect(out).toMatch(/^[0-9a-z]{4,}\n$/)
    expect(err).toContain('Hello there')
  })

  it('says what to do where there is no conversation yet', async () => {
    expect(await sh.heddle(['say', 'Hello'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('say --new'),
    })
  })

  it('reads standard input, with one line end less, and refuses what is no text', async () => {
    await sh.heddle(['say', '--new', '-'], { stdin: 'two\nlines\n' })
    expect((await sh.heddle(['show', 'main'])).out).toMatch(/\n\ntwo\nlines\n$/)
    for (const stdin of [Buffer.from([0xff, 0xfe]), Buffer.from([0x61, 0])])
      expect(await sh.heddle(['say'], { stdin })).toMatchObject({ code: 1, err: expect.stringContaining('UTF-8') })
    expect(await sh.heddle(['say'], { stdin: ' \n' })).toMatchObject({ code: 2, err: expect.stringContaining('empty') })
    expect(await sh.heddle(['say'])).toMatchObject({ code: 2, err: expect.stringContaining('missing') })
  })

  it('takes the title and system text of a new conversation only', async () => {
    expect((await sh.heddle(['say', '--title', 'T', 'x'])).code).toBe(2)
    await sh.heddle(['say', '--new', '--title', 'T', '--system', 'Be brief.', 'x'])
    expect(await json('show')).toMatchObject({ title: 'T', system: 'Be brief.' })
  })

  it('never passes the escapes of a text on to the terminal', async () => {
    await sh.heddle(['say', '--new', 'a\u001b[2Jb\u009b31m'])
    for (const line of [['log'], ['ls'], ['show'], ['show', 'main'], ['log', '--json'], ['show', 'main', '--json']]) {
      const { out, err } = await sh.heddle(line)
      expect(out + err).not.toMatch(/[^\P{Cc}\n]/u)
      expect(out).not.toBe('')
    }
  })
})

describe('branches', () => {
  beforeEach(async () => {
    await sh.heddle(['say', '--new', 'first'])
    await sh.heddle(['say', '--as', 'model', 'second'])
  })

  it('leave each other at a node, and go on by themselves', async () => {
    const first = (await sh.heddle(['log', '--json'])).out
    const root = JSON.parse(first).nodes[0].shortId
    expect((await sh.heddle(['fork', 'idea', '--at', root])).out).toBe('idea\n')
    await sh.heddle(['say', 'on the fork'])
    expect(texts(await log())).toEqual(['first', 'on the fork'])
    expect(texts(await log('main'))).toEqual(['first', 'second'])
    await sh.heddle(['checkout', 'main'])
    expect(texts(await log())).toEqual(['first', 'second'])
    expect(await json('branch')).toMatchObject([
      { name: 'main', current: true, nodes: 2 },
      { name: 'idea', current: false, nodes: 2, parentName: 'main', forkPointShortId: root },
    ])
    expect(await json('ls')).toMatchObject([{ nodes: 3, branches: 2 }])
  })

  it('are given a free name, and may be left alone with --stay', async () => {
    expect((await sh.heddle(['fork', '--stay'])).out).toBe('fork-1\n')
    expect((await sh.heddle(['fork'])).out).toBe('fork-2\n')
    expect(await json('branch')).toMatchObject([
      { name: 'main' },
      { name: 'fork-1' },
      { name: 'fork-2', current: true },
    ])
    expect(await sh.heddle(['fork', 'main'])).toMatchObject({ code: 1, out: '' })
  })

  it('that do not exist are an error that lists those that do', async () => {
    const { code, err } = await sh.heddle(['checkout', 'maim'])
    expect(code).toBe(1)
    expect(err).toContain('main')
  })
})

describe('references', () => {
  it('that fit several nodes list the candidates', async () => {
    await sh.heddle(['say', '--new', 'one'])
    await sh.heddle(['say', 'two'])
    const { code, err } = await sh.heddle(['show', '01', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(err).error).toMatchObject({ code: 'ambiguous' })
    expect(JSON.parse(err).error.candidates).toHaveLength(2)
  })

  it('may be short ids, unique prefixes and full ids', async () => {
    await sh.heddle(['say', '--new', 'one'])
    const { id = '', shortId = '' } = (await log()).nodes[0] ?? {}
    for (const reference of [id, shortId, id.slice(0, 25)]) expect(await json('show', reference)).toMatchObject({ id })
    expect((await sh.heddle(['show', 'zzzzzz'])).code).toBe(1)
  })

  it('may be --last, for the conversation that changed last', async () => {
    await sh.heddle(['say', '--new', 'one'])
    const [one] = (await json('ls')) as readonly [{ readonly shortId: string }]
    await sh.heddle(['say', '--new', 'two'])
    await sh.heddle(['checkout', one.shortId])
    expect(await json('show')).toMatchObject({ title: 'one' })
    expect(await json('show', '--last')).toMatchObject({ title: 'two' })
  })
})

describe('marks', () => {
  it('keep a node out and take it in again, and all or none are set', async () => {
    const node = (await sh.heddle(['say', '--new', 'one'])).out.trim()
    expect((await sh.heddle(['mark', 'exclude', node, 'zzzzzz'])).code).toBe(1)
    expect(await json('log')).toMatchObject({ nodes: [{ excluded: false }] })
    await sh.heddle(['mark', 'exclude', node])
    expect(await json('log')).toMatchObject({ nodes: [{ excluded: true }] })
    expect((await sh.heddle(['log'])).out).toContain('✗')
    await sh.heddle(['mark', 'include', node])
    expect(await json('log')).toMatchObject({ nodes: [{ excluded: false }] })
  })
})

describe('log', () => {
  it('shows the newest nodes, newest last, and says how many are not shown', async () => {
    await sh.heddle(['say', '--new', 'node 0'])
    for (let i = 1; i < 25; i++) await sh.heddle(['say', `node ${i}`])
    expect(texts(await log()).slice(-2)).toEqual(['node 23', 'node 24'])
    expect(texts(await log())).toHaveLength(20)
    expect((await sh.heddle(['log'])).err).toContain('5 earlier nodes')
    expect(texts(await log('--all'))).toHaveLength(25)
    expect(texts(await log('-n', '3'))).toEqual(['node 22', 'node 23', 'node 24'])
    expect((await sh.heddle(['log', '--limit', '0'])).code).toBe(2)
  })

  it('fits the terminal', async () => {
    await sh.heddle(['say', '--new', 'x'.repeat(500)])
    const { out } = await sh.heddle(['log'], { terminal: true, columns: 50, env: { NO_COLOR: '1' } })
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(50)
    expect(out).toContain('…')
  })
})

describe('stats', () => {
  it('counts what there is', async () => {
    await sh.heddle(['say', '--new', 'same'])
    await sh.heddle(['say', 'same'])
    expect(await json('stats')).toMatchObject({ conversations: 1, branches: 1, nodes: 2, contents: 1, plans: 0 })
  })
})

function texts({ nodes }: Log): string[] {
  return nodes.map(({ text }) => text)
}
