import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
  await mkdir(join(sh.folder, 'notes'))
  await writeFile(join(sh.folder, 'notes', 'a.md'), '# A\n\n[[b]]\n')
  await writeFile(join(sh.folder, 'notes', 'b.md'), '# B\n\nend')
  await sh.heddle(['bundle', 'create', 'g', 'notes/a.md'])
  await sh.heddle(['say', '--new', 'hello'])
})
afterEach(() => sh.remove())

const json = async (...line: string[]) => JSON.parse((await sh.heddle([...line, '--json'])).out)
const attached = async (): Promise<unknown> => json('config', 'get', 'bundles')

describe('attaching', () => {
  it('begins from what the workspace attaches, and leaves no list behind that hides it', async () => {
    await sh.heddle(['config', 'set', 'bundles', '["other"]'])
    expect(await json('bundle', 'attach', 'g')).toMatchObject({ bundles: ['other', 'g'], changed: true })
    expect(await json('bundle', 'attach', 'g')).toMatchObject({ changed: false })
    await sh.heddle(['bundle', 'detach', 'g'])
    expect(await attached()).toEqual({ key: 'bundles', value: ['other'], from: 'workspace' })
    await sh.heddle(['bundle', 'detach', 'other'])
    expect(await attached()).toEqual({ key: 'bundles', value: [], from: 'conversation' })
  })

  it('tells where detaching took nothing away', async () => {
    expect((await sh.heddle(['bundle', 'detach', 'h'])).err).toContain('h was not attached.')
  })

  it('is seen in show, bundle list and bundle show', async () => {
    await sh.heddle(['bundle', 'attach', 'g'])
    expect(await json('show')).toMatchObject({ bundles: ['g'] })
    expect((await sh.heddle(['show'])).out).toMatch(/^bundles +g$/m)
    expect(await json('bundle', 'list')).toMatchObject({ bundles: [{ name: 'g', conversations: 1 }] })
    expect((await json('bundle', 'show', 'g')).conversations).toHaveLength(1)
  })

  it('is told of where the bundle is deleted', async () => {
    await sh.heddle(['bundle', 'attach', 'g'])
    expect((await sh.heddle(['bundle', 'delete', 'g'])).err).toContain('goes along with 1 conversation')
  })

  it('is not done by a file that is imported, which is told', async () => {
    await sh.heddle(['config', 'set', 'minimumRecentNodes', '7', '--conversation'])
    await sh.heddle(['bundle', 'attach', 'g'])
    const file = join(sh.folder, 'x.jsonl')
    await writeFile(file, (await sh.heddle(['export'])).out)
    const other = await shell()
    await other.heddle(['init'])
    expect((await other.heddle(['import', file])).err).toContain('bundles go along')
    const { bundles, settings } = JSON.parse((await other.heddle(['show', '--json'])).out)
    expect({ bundles, settings }).toEqual({ bundles: [], settings: { minimumRecentNodes: 7 } })
    await other.remove()
  })

  it('gives an item its place in the order of the bundle', async () => {
    await sh.heddle(['bundle', 'set', 'g', 'link_depth', '1'])
    await sh.heddle(['bundle', 'attach', 'g'])
    await sh.heddle(['plan'])
    const { out } = await sh.heddle(['explain'])
    expect(out).toContain("in the bundle's order, place 2")
    expect(out).not.toContain('relevance')
  })
})

describe('what is set for all bundles', () => {
  it('is there by default, member by member', async () => {
    expect(await json('config', 'get', 'bundle.list_skipped')).toMatchObject({ value: false, from: 'default' })
    await sh.heddle(['config', 'set', 'bundle.templates.0.before', '> '])
    expect(await json('config', 'get', 'bundle.templates.0')).toMatchObject({ value: { before: '> ', after: '' } })
    expect((await json('bundle', 'compile', 'g')).context).toBe('> # A\n\n[[b]]\n')
    await sh.heddle(['config', 'unset', 'bundle.templates.0'])
    expect((await json('bundle', 'compile', 'g')).context).toBe('# A\n\n[[b]]\n')
  })

  it('stands with the level that it comes from beside what is a bundle’s own', async () => {
    await sh.heddle(['config', 'set', 'bundle.link_depth', '2'])
    await sh.heddle(['bundle', 'set', 'g', 'inlinks', 'true'])
    const { out } = await sh.heddle(['bundle', 'show', 'g'])
    expect(out).toMatch(/^\+ notes\/a\.md\n\n/)
    expect(out).toMatch(/^link_depth +2 +workspace$/m)
    expect(out).toMatch(/^inlinks +true +bundle$/m)
    expect(out).toMatch(/^order +size +default$/m)
  })
})

describe('options of a call and of a bundle', () => {
  it.each([
    ['max_len', '--max-len'],
    ['max_tokens', '--max-tokens'],
  ])('lift %s for one call with none', async (option, flag) => {
    await sh.heddle(['bundle', 'set', 'g', option, '2'])
    expect((await json('bundle', 'compile', 'g', flag, 'none')).context).toBe('# A\n\n[[b]]\n')
    expect((await sh.heddle(['bundle', 'compile', 'g', flag, 'no'])).code).toBe(2)
  })

  it('say that there are no excluded headings, and none that are empty', async () => {
    await sh.heddle(['bundle', 'set', 'g', 'excluded_headings', '["A"]'])
    expect((await json('bundle', 'compile', 'g')).context).toBe('')
    expect((await json('bundle', 'compile', 'g', '--no-exclude-heading')).context).toContain('# A')
    expect((await sh.heddle(['bundle', 'compile', 'g', '--exclude-heading', ''])).code).toBe(2)
  })

  it('that are taken away are known, and were set', async () => {
    expect((await sh.heddle(['bundle', 'unset', 'g', 'max_lem'])).code).toBe(2)
    expect((await sh.heddle(['bundle', 'unset', 'g', 'max_len'])).err).toContain('max_len was not set for: g')
  })

  it('end the line before the summary on a terminal, and nowhere else', async () => {
    await sh.heddle(['bundle', 'create', 'h', 'notes/b.md'])
    const shown = await sh.heddle(['bundle', 'compile', 'h'], { terminal: true })
    expect(shown.out).toBe('# B\n\nend')
    expect(shown.err).toMatch(/^\n/)
    expect((await sh.heddle(['bundle', 'compile', 'h'])).err).toMatch(/^1 item/)
  })

  it('tell of items that are not there yet', async () => {
    expect((await sh.heddle(['bundle', 'add', 'g', 'typo.md', 'notes/b.md'])).err).toContain('not there yet: typo.md\n')
  })

  it('take no address for a path', async () => {
    expect((await sh.heddle(['bundle', 'add', 'g', 'https://x.y/z'])).code).toBe(2)
  })
})
