import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initWorkspace, openWorkspace, type Workspace } from '../open.ts'
import { createBundle } from './change.ts'
import { findBundle, readShelf } from './shelf.ts'

let home: string
let folder: string
let workspace: Workspace

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'heddle-shelf-'))
  folder = join(home, 'workspace')
  mkdirSync(folder)
  await initWorkspace(folder)
  let time = 1_700_000_000_000
  workspace = await openWorkspace({ cwd: folder, now: () => ++time, env: { HOME: home } })
  mkdirSync(join(folder, 'bundles'))
})
afterEach(async () => {
  await workspace.close()
  rmSync(home, { recursive: true })
})

const put = (name: string, text: string | Uint8Array): void => writeFileSync(join(folder, 'bundles', name), text)
const names = async (): Promise<string[]> => (await readShelf(workspace)).bundles.map(({ bundle }) => bundle.name)
const damaged = async (): Promise<string[]> => (await readShelf(workspace)).damaged.map(({ message }) => message)

describe('a bundle file', () => {
  it.each([
    ['list.json', '{"items": ["a.md"]}'],
    ['map.json', '{"items": {"a.md": true}, "opts": {"link_depth": 1}}'],
    ['tabs.json', '{\n\t"items": {\n\t\t"a.md": true\n\t}\n}\n'],
    ['source.json', '{"key": "k", "context_items": {"a.md": true}, "context_opts": {"max_len": 10}}'],
    ['bom.json', '\uFEFF{"items": ["a.md"]}'],
    ['lines.yaml', 'items:\r\n  - a.md\r\n'],
    ['short.yml', 'items: {a.md: true}'],
  ])('%s is read as what it says', async (name, text) => {
    put(name, text)
    const { bundles, damaged: faults } = await readShelf(workspace)
    expect(faults).toEqual([])
    expect(bundles).toMatchObject([{ bundle: { name: name.replace(/[.].*/, ''), items: { 'a.md': true } } }])
  })

  it.each([
    ['type.json', '{"items": ["a.md", 3]}'],
    ['value.json', '{"items": {"a.md": "yes"}}'],
    ['option.json', '{"items": ["a.md"], "opts": {"link_dept": 1}}'],
    ['zero.json', '{"items": ["a.md"], "opts": {"max_len": 0}}'],
    ['half.json', '{"items": '],
    ['list.yaml', '[]'],
    ['empty.yaml', ''],
    ['colon.json', '{"name": "a:b", "items": []}'],
    [' blank .json', '{"items": []}'],
    ['twice.json', '{"items": {"a": true, "a": false}}'],
    ['both.json', '{"items": ["a"], "context_items": ["b"]}'],
    ['many.yaml', 'items: [a]\n---\nitems: [b]\n'],
    ['tag.yaml', 'items: !!js/function "x"\n'],
    ['deep.json', '['.repeat(50_000)],
    ['bomb.yaml', bomb()],
    ['large.json', ' '.repeat(1_100_000)],
    ['wide.json', Uint8Array.from([0xff, 0xfe, 0x7b, 0])],
  ])('%s that is none is told of by its path, and keeps no other from being read', async (name, text) => {
    put(name, text)
    put('good.json', '{"items": ["a.md"]}')
    expect(await names()).toEqual(['good'])
    const [message = '', ...others] = await damaged()
    expect(others).toEqual([])
    expect(message).toContain(join('bundles', name))
    expect(message).not.toMatch(/YAML\.|resource|stack|Invalid input|:\.|[.]{2}/)
  })

  it('that is a pipe, a folder, or a link out of the workspace is not waited for or followed', async () => {
    writeFileSync(join(home, 'outside.yaml'), 'items: [secret.md]')
    execFileSync('mkfifo', [join(folder, 'bundles', 'pipe.json')])
    mkdirSync(join(folder, 'bundles', 'folder.json'))
    symlinkSync(join('..', '..', 'outside.yaml'), join(folder, 'bundles', 'out.yaml'))
    symlinkSync('nowhere', join(folder, 'bundles', 'dangling.yaml'))
    expect(await names()).toEqual([])
    expect(await damaged()).toHaveLength(4)
  })

  it('holds against the store, and what it hides is told of', async () => {
    await createBundle(workspace, 'twin', { 'stored.md': true })
    put('twin.json', '{"items": ["file.md"]}')
    const shelf = await readShelf(workspace)
    expect(findBundle(shelf, 'twin').bundle.items).toEqual({ 'file.md': true })
    expect(shelf.damaged).toHaveLength(1)
  })

  it.each(['{"items": []}', '{"items": '])('keeps its name for itself, damaged or not (%s)', async (text) => {
    put('mine.json', text)
    await expect(createBundle(workspace, 'mine', {})).rejects.toMatchObject({ code: 'bundle-in-file' })
  })

  it('whose "name" is another is found by that, and is told of by it when it is damaged', async () => {
    put('file.json', '{"name": "called", "items": ["a.md"]}')
    expect(findBundle(await readShelf(workspace), 'called').bundle.items).toEqual({ 'a.md': true })
    put('file.json', '{"name": "called", "items": 3}')
    const shelf = await readShelf(workspace)
    expect(() => findBundle(shelf, 'called')).toThrow(expect.objectContaining({ code: 'damaged-bundle' }))
  })

  it('of any bytes is a bundle or told of, and never an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), async (text) => {
        put('any.yaml', text)
        const { bundles, damaged: faults } = await readShelf(workspace)
        expect(bundles.length + faults.length).toBe(1)
      }),
      { numRuns: 200 },
    )
  })

  it('holds whatever items and options a bundle can have', async () => {
    const item = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__')
    const opts = fc.record(
      {
        link_depth: fc.nat(100),
        inlinks: fc.boolean(),
        excluded_headings: fc.array(fc.string()),
        max_len: fc.option(fc.integer({ min: 1 })),
        order: fc.constantFrom('size' as const, 'listing' as const),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(item, fc.boolean(), { noNullPrototype: true }), opts, async (items, given) => {
        put('any.json', JSON.stringify({ items, opts: given }))
        const { bundles, damaged: faults } = await readShelf(workspace)
        expect(faults).toEqual([])
        expect(bundles).toMatchObject([{ bundle: { items, opts: given } }])
        expect(Object.keys(bundles[0]?.bundle.items ?? {})).toEqual(Object.keys(items))
      }),
      { numRuns: 100 },
    )
  })
})

/** Aliases of aliases: 10 to the power of 9 in 500 bytes. */
function bomb(): string {
  const steps = Array.from({ length: 8 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10).slice(0, -1)}]`)
  return ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]', ...steps, 'items: [a.md]'].join('\n')
}
