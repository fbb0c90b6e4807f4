import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
  await sh.heddle(['say', '--new', '--title', 'A story', 'Once upon a time'])
})
afterEach(() => sh.remove())

const out = async (...line: string[]): Promise<string> => (await sh.heddle(line)).out.trim()
const json = async <T>(...line: string[]): Promise<T> => JSON.parse((await sh.heddle([...line, '--json'])).out) as T
const texts = async (): Promise<string[]> =>
  (await json<{ nodes: { text: string }[] }>('log', '--all')).nodes.map(({ text }) => text)
const failure = async (...line: string[]): Promise<unknown> => {
  const { code, err } = await sh.heddle([...line, '--json'])
  return { code, error: (JSON.parse(err) as { error: { code: string } }).error.code }
}

/** A root with two endings: on `main` "a king", on `fork-1` "a queen". Resolves to their ids. */
async function twoEndings(): Promise<{ readonly king: string; readonly queen: string }> {
  const king = await out('say', 'there was a king.')
  await sh.heddle(['parent'])
  const queen = await out('say', 'there was a queen.')
  return { king, queen }
}

describe('going about', () => {
  it('checks out the branch that ends where one goes', async () => {
    const { king, queen } = await twoEndings()
    expect((await json<{ name: string }[]>('branch')).map(({ name }) => name)).toEqual(['main', 'fork-1'])
    expect(await json('next')).toMatchObject({
      node: { shortId: king },
      sibling: 1,
      siblings: 2,
      branch: 'main',
      away: false,
    })
    expect(await json('next')).toMatchObject({ node: { shortId: queen }, branch: 'fork-1' })
    expect(await json('prev')).toMatchObject({ node: { shortId: king } })
    await sh.heddle(['root'])
    expect(await json('child')).toMatchObject({ node: { shortId: king } })
  })

  it('begins a branch only when something is said where none ends', async () => {
    await twoEndings()
    expect(await json('root')).toMatchObject({ away: true })
    expect(await json<unknown[]>('branch')).toHaveLength(2)
    expect(await texts()).toEqual(['Once upon a time'])
    expect((await json<{ plan: { kept: unknown[] } }>('plan')).plan.kept).toHaveLength(1)
    await sh.heddle(['say', 'there was a frog.'])
    expect(await json<unknown[]>('branch')).toHaveLength(3)
    expect(await texts()).toEqual(['Once upon a time', 'there was a frog.'])
  })

  it('comes back by checking a branch out', async () => {
    await twoEndings()
    await sh.heddle(['root'])
    await sh.heddle(['checkout', 'fork-1'])
    expect(await texts()).toEqual(['Once upon a time', 'there was a queen.'])
  })

  it('commits the working buffer of a document before it goes elsewhere', async () => {
    await sh.heddle(['say', '--new', '--mode', 'buffer', 'Once '])
    await sh.heddle(['buffer', 'upon '])
    await sh.heddle(['root'])
    await sh.heddle(['buffer', 'more '])
    await sh.heddle(['child'])
    expect(await out('export', '--format', 'text', '--branch', 'main')).toBe('Once upon')
    expect(await out('export', '--format', 'text', '--branch', 'fork-1')).toBe('Once more')
  })

  it('says where there is nothing', async () => {
    expect(await failure('parent')).toEqual({ code: 1, error: 'no-parent' })
    expect(await failure('child')).toEqual({ code: 1, error: 'no-child' })
  })
})

describe('reshaping', () => {
  it('edits, selects back, splits and merges', async () => {
    const { queen } = await twoEndings()
    await sh.heddle(['say', 'She was wise.'])
    const version = await out('edit', queen, 'there was a duchess.')
    expect(await texts()).toEqual(['Once upon a time', 'there was a duchess.', 'She was wise.'])
    await sh.heddle(['select', queen])
    expect((await texts())[1]).toBe('there was a queen.')
    await sh.heddle(['select', version])
    const [, rest] = (await out('split', version, '--at', '12')).split('\n')
    expect(await texts()).toEqual(['Once upon a time', 'there was a', 'duchess.', 'She was wise.'])
    await sh.heddle(['merge', rest ?? ''])
    expect((await texts())[1]).toBe('there was a duchess.')
  })

  it('refuses what the root cannot', async () => {
    for (const [line, error] of [
      [['hoist'], 'hoist-root'],
      [['merge', 'main'], 'merge-root'],
      [['split', 'main', '--at', '3'], 'split-root'],
      [['edit', 'main', 'x'], 'version-of-root'],
      [['delete'], 'delete-root'],
    ] as const)
      expect(await failure(...line)).toEqual({ code: 1, error })
  })

  it('deletes and goes on beside, and brings back', async () => {
    const { king, queen } = await twoEndings()
    expect(await json('delete', queen)).toMatchObject({ node: { shortId: king }, branch: 'main' })
    expect(await json<unknown[]>('prunes')).toMatchObject([{ shortId: queen, count: 1 }])
    await sh.heddle(['unprune', queen])
    expect(await json<unknown[]>('prunes')).toEqual([])
    expect(await failure('unprune')).toEqual({ code: 1, error: 'not-pruned' })
  })
})

describe('looking', () => {
  it('hoists a view, not the prompt', async () => {
    const { king, queen } = await twoEndings()
    await sh.heddle(['say', 'She was wise.'])
    await sh.heddle(['hoist', queen])
    expect(await texts()).toEqual(['there was a queen.', 'She was wise.'])
    expect(await out('tree')).not.toContain(king)
    expect((await json<{ plan: { kept: unknown[] } }>('plan')).plan.kept).toHaveLength(3)
    expect(await json('root')).toMatchObject({ node: { shortId: queen } })
    await sh.heddle(['unhoist'])
    expect(await out('tree')).toContain(king)
    expect(await failure('unhoist')).toEqual({ code: 1, error: 'not-hoisted' })
  })

  it('draws the tree with its marks, and never in more lines than asked', async () => {
    const { king, queen } = await twoEndings()
    await sh.heddle(['bookmark', king, '--label', 'sad'])
    await sh.heddle(['annotate', queen, 'better'])
    const lines = (await out('tree')).split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toBe(`├─ ● ${king} human [main] ★ sad there was a king.`)
    expect(lines[2]).toBe(`◉ ${queen} human [fork-1] 1 note there was a queen.`)
    for (let more = 0; more < 30; more++) await sh.heddle(['say', `line ${more}`])
    expect((await out('tree', '--limit', '5')).split('\n').length).toBeLessThanOrEqual(5)
    expect(await out('tree', '--around', king, '--depth', '0')).toContain(king)
    expect(await json('tree', '--limit', '5')).toMatchObject({
      total: 33,
      rows: expect.arrayContaining([
        expect.objectContaining({ kind: 'more' }),
        expect.objectContaining({ current: true }),
      ]),
    })
    for (const line of (await sh.heddle(['tree'], { terminal: true, columns: 30, env: { NO_COLOR: '1' } })).out.split(
      '\n',
    ))
      expect(line.length).toBeLessThanOrEqual(30)
  }, 30_000)

  it('finds words in the conversation, above, and everywhere', async () => {
    const { king, queen } = await twoEndings()
    expect(await out('search', 'king')).toContain(king)
    expect(await out('search', 'king', '--ancestry')).toBe('')
    expect(await out('search', '"a queen"', '--ancestry')).toContain(queen)
    await sh.heddle(['say', '--new', 'Another king'])
    expect((await json<{ hits: unknown[] }>('search', 'king', '--all')).hits).toHaveLength(2)
    expect(await failure('search', '"never closed')).toMatchObject({ error: 'search-syntax' })
  })

  it('keeps bookmarks and tags', async () => {
    const { king } = await twoEndings()
    await sh.heddle(['bookmark', king])
    await sh.heddle(['tag', king, 'sad', 'short'])
    expect(await json('bookmarks')).toMatchObject([{ shortId: king, label: '' }])
    expect(await out('tag', king)).toBe('sad\nshort')
    expect(await out('tag', '--list', 'sad')).toContain(king)
    await sh.heddle(['bookmark', king, '--remove'])
    await sh.heddle(['tag', king, 'sad', '--remove'])
    expect(await json('bookmarks')).toEqual([])
    expect(await out('tag', king)).toBe('short')
  })
})

describe('exporting', () => {
  it('writes a tree that another workspace takes in as it was', async () => {
    const { queen } = await twoEndings()
    await sh.heddle(['edit', queen, 'there was a duchess.'])
    const file = join(sh.folder, 'story.jsonl')
    expect((await sh.heddle(['export', '-o', 'story.jsonl'])).code).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const other = await shell()
    await other.heddle(['init'])
    expect(await other.heddle(['import', file])).toMatchObject({ code: 0 })
    expect((await other.heddle(['export'])).out).toBe(await readFile(file, 'utf8'))
    expect((await other.heddle(['verify'])).out).toContain('same')
    await other.remove()
  })

  it('writes over nothing unless told to', async () => {
    await writeFile(join(sh.folder, 'x'), 'mine')
    expect(await failure('export', '-o', 'x')).toEqual({ code: 1, error: 'file-exists' })
    expect(await readFile(join(sh.folder, 'x'), 'utf8')).toBe('mine')
    expect((await sh.heddle(['export', '-o', 'x', '--force'])).code).toBe(0)
    expect((await readdir(sh.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('writes a branch to read, excluded nodes marked and pruned ones left out', async () => {
    const { king, queen } = await twoEndings()
    await sh.heddle(['mark', 'exclude', 'main'])
    const markdown = await out('export', '--format', 'markdown', '--branch', 'main')
    expect(markdown).toMatch(
      /^# A story\n\n## human · 2025-03-09 \d\d:\d\d UTC · \w+\n\nOnce upon a time\n\n## human · .* · excluded\n/,
    )
    expect(markdown).toContain(king)
    await sh.heddle(['prune', queen])
    expect(await out('export', '--format', 'text', '--branch', 'fork-1')).toBe('human:\nOnce upon a time')
    expect((await sh.heddle(['export', '--branch', 'main'])).code).toBe(2)
  })

  it('replaces secrets everywhere when it is told to', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    await sh.heddle(['say', `my token is ${token}`])
    await sh.heddle(['plan'])
    for (const line of [
      ['export'],
      ['export', '--format', 'markdown'],
      ['export', '--format', 'text'],
      ['export', '--plans'],
    ]) {
      expect(await out(...line)).toContain(token)
      const redacted = await out(...line, '--redact')
      expect(redacted).not.toContain(token)
      expect(redacted).toContain('[secret: github-token]')
    }
  })

  it('writes plans with what they were made from and came to', async () => {
    await sh.heddle(['plan', 'And then?'])
    const [line] = (await out('export', '--plans')).split('\n')
    const plan = JSON.parse(line ?? '') as { readonly inputs: unknown; readonly request: { readonly digest: string } }
    expect(plan).toMatchObject({ kind: 'plan', inputs: { version: 2 }, decisions: { kept: expect.any(Array) } })
    expect(await json('render')).toMatchObject({ digest: plan.request.digest })
  })
})
