import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
  await sh.heddle(['say', '--new', 'one'])
})
afterEach(() => sh.remove())

const out = async (...line: string[]): Promise<string> => (await sh.heddle(line)).out.trim()
const json = async <T>(...line: string[]): Promise<T> => JSON.parse((await sh.heddle([...line, '--json'])).out) as T
const sent = async (): Promise<string[]> => (await json<{ content: string }[]>('edits')).map(({ content }) => content)
const texts = async (): Promise<string[]> =>
  (await json<{ nodes: { text: string }[] }>('log', '--all')).nodes.map(({ text }) => text)

describe('heddle edits', () => {
  it('sets, lists and replaces what is sent, and the node stays', async () => {
    const node = await out('say', 'a long text')
    await writeFile(join(sh.folder, 'short.txt'), 'shorter\n')
    expect(await json('edits', 'set', node, '--text', 'short')).toMatchObject({
      shortId: node,
      part: 0,
      within: null,
      kind: 'user',
      content: 'short',
      data: null,
      branch: 'main',
    })
    expect((await sh.heddle(['edits', 'set', node, '--file', 'short.txt'])).code).toBe(0)
    expect(await sent()).toEqual(['shorter'])
    expect((await sh.heddle(['edits', 'set', node, '--file', '-'], { stdin: 'shortest\n' })).code).toBe(0)
    expect((await json<{ state: string }[]>('edits', 'list', '--all')).map(({ state }) => state)).toEqual([
      'replaced',
      'replaced',
      'in-force',
    ])
    expect(await texts()).toEqual(['one', 'a long text'])
    const { out: listed, err } = await sh.heddle(['edits'])
    expect(listed).toContain('shortest')
    expect(err).toContain('2 more')
  })

  it.each([
    [['edits', 'set', 'main'], 2, 'usage'],
    [['edits', 'set', 'main', '--text', ' '], 2, 'empty-edit'],
    [['edits', 'set', 'main', '--text', 'a', '--file', 'b'], 2, 'usage'],
    [['edits', 'set', 'main', '--text', 'a', '--part', 'x'], 2, 'usage'],
    [['edits', 'set', 'main', '--file', 'missing'], 1, 'not-found'],
    [['edits', 'set', 'main', '--text', 'a', '--part', '3'], 1, 'part-not-found'],
    [['edits', 'set', 'nobody', '--text', 'a'], 1, 'unknown-node'],
    [['edits', '-b', 'nowhere'], 1, 'unknown-branch'],
    [['edits', 'sett'], 2, 'usage'],
    [['checkpoint', 'restore', 'nothing'], 1, 'unknown-checkpoint'],
    [['checkpoint', 'restore', ''], 2, 'usage'],
    [['checkpoint', 'restore', '5'], 1, 'before-everything'],
    [['checkpoint', 'restore', '3025-01-01'], 1, 'time-to-come'],
    [['checkpoint', 'create', ''], 2, 'checkpoint-name'],
    [['checkpoint', 'create', '2025-03-09'], 2, 'checkpoint-name'],
  ])('answers %j with exit code %i and %s, and writes nothing', async (line, code, error) => {
    const { code: got, out: printed, err } = await sh.heddle([...line, '--json'])
    expect({ got, printed }).toEqual({ got: code, printed: '' })
    expect((JSON.parse(err) as { error: { code: string } }).error.code).toBe(error)
    expect(await sent()).toEqual([])
    expect(await json('checkpoint', 'list')).toEqual([])
  })

  it('takes a context history in, and writes it out as it was', async () => {
    await sh.heddle(['say', '--as', 'model', 'two'])
    const file = [
      [0, [0, [[0, [[1_700_000_000_000, 'text', ['a notice'], []]]]]]],
      [1, [4, [[0, [[1_700_000_000_500, 'text', ['less'], [['x.md'], ['x.md', 'y.md']]]]]]]],
    ]
    await writeFile(join(sh.folder, 'in.json'), JSON.stringify(file))
    expect(await json('edits', 'import', 'in.json')).toMatchObject({ added: 2, known: 0, skipped: [], damaged: false })
    expect(await json('edits', 'import', 'in.json')).toMatchObject({ added: 0, known: 2 })
    expect(await sent()).toEqual(['a notice', 'less'])
    expect((await sh.heddle(['edits', 'export', 'out.json'])).code).toBe(0)
    expect(JSON.parse(await readFile(join(sh.folder, 'out.json'), 'utf8'))).toEqual(file)
    expect(JSON.parse(await out('edits', 'export', '-'))).toEqual(file)
    expect((await sh.heddle(['edits', 'export', 'out.json'])).code).toBe(1)
    expect((await sh.heddle(['edits', 'export', 'out.json', '--force'])).code).toBe(0)
  })

  it('says what a file holds that does not fit, and leaves a damaged one as it is', async () => {
    await writeFile(
      join(sh.folder, 'in.json'),
      '[[7,[0,[[0,[[1,"text",["x"],[]]]]]]],[0,[0,[[0,[[1,"text",["y"],[]]]]]]]]',
    )
    const some = await sh.heddle(['edits', 'import', 'in.json'])
    expect(some).toMatchObject({ code: 1, out: '1\n' })
    expect(some.err).toContain('message 7, block 0')
    await writeFile(join(sh.folder, 'bad.json'), '[[0,[0,[[0,[[1,"te')
    const bad = await sh.heddle(['edits', 'import', 'bad.json'])
    expect(bad).toMatchObject({ code: 1, out: '0\n' })
    expect(bad.err).toContain('damaged')
    expect(await readFile(join(sh.folder, 'bad.json'), 'utf8')).toBe('[[0,[0,[[0,[[1,"te')
    expect(await sh.heddle(['edits', 'import', 'none.json'])).toMatchObject({ code: 1, out: '0\n' })
    expect(await sent()).toEqual(['y'])
  })
})

describe('heddle checkpoint', () => {
  it('goes back to a checkpoint, says what was dropped, and how to come back', async () => {
    await sh.heddle(['edits', 'set', 'main', '--text', 'ONE'])
    expect(await out('checkpoint', 'create', 'before')).toBe('before')
    const later = await out('say', 'two')
    await sh.heddle(['edits', 'set', later, '--text', 'TWO'])
    const { out: head, err } = await sh.heddle(['checkpoint', 'restore', 'before'])
    expect(await texts()).toEqual(['one'])
    expect(await sent()).toEqual(['ONE'])
    expect(head.trim()).toBe((await json<{ headShortId: string }[]>('branch'))[0]?.headShortId)
    expect(err).toContain('1 edit dropped, 1 node left behind')
    expect(err).toContain(`heddle fork --at ${later}`)
    const [, undo] = /`heddle (checkpoint restore \d+)`/.exec(err) ?? []
    expect(await json(...(undo ?? '').split(' '))).toMatchObject({
      headShortId: later,
      back: { edits: 1 },
      dropped: { edits: 0, cuts: 0 },
    })
    expect(await sent()).toEqual(['ONE', 'TWO'])
    expect(await texts()).toEqual(['one', 'two'])
  })

  it('names checkpoints by number, and lists them, those that were dropped as such', async () => {
    expect(await out('checkpoint', 'create')).toBe('checkpoint-1')
    expect(await out('checkpoint', 'create')).toBe('checkpoint-2')
    await sh.heddle(['checkpoint', 'restore', 'checkpoint-1'])
    expect(await json('checkpoint', 'list')).toMatchObject([
      { name: 'checkpoint-2', stands: false },
      { name: 'checkpoint-1', stands: true },
    ])
    expect((await sh.heddle(['checkpoint', 'create', 'checkpoint-1'])).err).toContain('older one')
  })

  it('goes back on another branch without going there, and comes back where one stood elsewhere', async () => {
    await sh.heddle(['checkpoint', 'create', 'start'])
    await sh.heddle(['say', 'two'])
    await sh.heddle(['fork', 'other'])
    await sh.heddle(['say', 'three'])
    expect(await json('checkpoint', 'restore', 'start', '-b', 'main')).toMatchObject({ branch: 'main', nodesLeft: 1 })
    expect(await texts()).toEqual(['one', 'two', 'three'])
    await sh.heddle(['parent'])
    await sh.heddle(['checkpoint', 'restore', 'start'])
    expect(await texts()).toEqual(['one'])
  })
})
