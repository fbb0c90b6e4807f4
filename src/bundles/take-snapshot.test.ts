import { describe, expect, it } from 'vitest'
import type { Bundle } from './bundle.ts'
import { LimitNotPositive } from './errors.ts'
import { type ExampleFiles, exampleLinks, exampleSource } from './example-source.ts'
import { mergeSettings } from './merge-settings.ts'
import type { BundleOptions } from './settings.ts'
import type { Snapshot } from './snapshot.ts'
import { takeSnapshot } from './take-snapshot.ts'

type Items = Bundle['items']

const targets = (text: string): string[] => [...text.matchAll(/\((.*?)\)/g)].map(([, target]) => target ?? '')

function snapshot(
  example: ExampleFiles,
  items: Items,
  options: BundleOptions = {},
  nested: { readonly [name: string]: Pick<Bundle, 'items' | 'opts'> } = {},
): Promise<Snapshot> {
  return takeSnapshot(items, mergeSettings(options), {
    source: exampleSource(example),
    links: exampleLinks(example, targets),
    bundles: (name) => {
      const found = nested[name]
      return found && { key: name, name, ...found }
    },
  })
}

const pathsOf = ({ depths }: Snapshot): string[][] => depths.map(({ items }) => items.map(({ path }) => path))

const files = {
  'a.md': 'aaa (b.md)',
  'b.md': 'b (c.md) (b.md)',
  'c.md': 'c (a.md)',
  'src/x.ts': 'x',
  'src/y.ts': 'yy',
  'src/gen/z.ts': 'zzz',
  'app/[id].ts': 'id',
  'app/i.ts': 'i',
  'notes/C#.md': '# Part\nsharp',
  'notes/n.md': 'top ^start\n\n# Open\nopen\n## Secret\nkeys (c.md)\n# End\nend\n',
}

describe('items', () => {
  it.each<[string, Items, string[]]>([
    ['a file by other spellings, once', { './a.md': true, 'a.md': true, 'src//../a.md': true }, ['a.md']],
    ['a folder', { 'src/': true }, ['src/x.ts', 'src/y.ts', 'src/gen/z.ts']],
    ['the root', { '.': true, app: false, notes: false, src: false }, ['c.md', 'a.md', 'b.md']],
    ['a glob', { 'src/**/[x-z].ts': true }, ['src/x.ts', 'src/y.ts', 'src/gen/z.ts']],
    ['a file that looks like a glob', { 'app/[id].ts': true }, ['app/[id].ts']],
    ['a glob where no file is called so', { 'app/[ij].ts': true }, ['app/i.ts']],
    ['a file that looks like a part', { 'notes/C#.md': true }, ['notes/C#.md']],
    ['a part of a file that looks like one', { './notes/C#.md#Part': true }, ['notes/C#.md#Part']],
    ['a part of what is there as a whole', { 'notes/C#.md': true, 'notes/C#.md#Part': true }, ['notes/C#.md']],
    ['a folder less a file', { src: true, 'src/x.ts': false }, ['src/y.ts', 'src/gen/z.ts']],
    [
      'a folder less a folder, but for a file',
      { src: true, 'src/gen': false, 'src/gen/z.ts': true, 'src/x.ts': false, 'src/y.ts': false },
      ['src/gen/z.ts'],
    ],
    ['a folder less a glob', { src: true, '**/?.ts': false, 'src/y.ts': true }, ['src/y.ts']],
    ['a glob less a file that looks like one', { 'app/*': true, 'app/[id].ts': false }, ['app/i.ts']],
  ])('%s', async (_name, items, paths) => {
    const { depths, missing } = await snapshot({ files }, items)
    expect([depths.flatMap(({ items }) => items.map(({ path }) => path)), missing]).toEqual([paths, []])
  })

  it('bring sections and blocks of notes', async () => {
    const { depths } = await snapshot(
      { files },
      { 'notes/n.md#Open': true, 'notes/n.md^start': true, 'notes/n.md#^START': true },
    )
    expect(depths[0]?.items).toEqual([
      { path: 'notes/n.md#^START', file: 'notes/n.md', text: 'top ^start\n' },
      { path: 'notes/n.md^start', file: 'notes/n.md', text: 'top ^start\n' },
      { path: 'notes/n.md#Open', file: 'notes/n.md', text: '# Open\nopen\n## Secret\nkeys (c.md)\n' },
    ])
  })

  it('that are not there stop nothing, and say why', async () => {
    const example = { files, unreadable: { 'src/locked.ts': 'unreadable', 'src/big.ts': 'too-large' } } as const
    const items = {
      '../up': true,
      '/etc/passwd': true,
      'a/../../b': true,
      gone: true,
      'gone.md#Part': true,
      'x/*.md': true,
    }
    const parts = { 'notes/n.md#Closed': true, 'notes/n.md^none': true, 'bundle:none': true, '../out.md#Part': true }
    const { missing, depths } = await snapshot(example, { ...items, ...parts, src: true, 'src/big.ts': true })
    expect(missing).toEqual([
      { path: '../out.md#Part', cause: 'outside' },
      { path: '../up', cause: 'outside' },
      { path: '/etc/passwd', cause: 'outside' },
      { path: 'a/../../b', cause: 'outside' },
      { path: 'bundle:none', cause: 'no-such-bundle' },
      { path: 'gone', cause: 'not-found' },
      { path: 'gone.md#Part', cause: 'not-found' },
      { path: 'notes/n.md#Closed', cause: 'no-such-heading' },
      { path: 'notes/n.md^none', cause: 'no-such-block' },
      { path: 'src/big.ts', cause: 'too-large' },
      { path: 'src/locked.ts', cause: 'unreadable' },
      { path: 'x/*.md', cause: 'no-match' },
    ])
    expect(depths[0]?.items).toHaveLength(3)
  })

  it('under the ignore rules come in when they are named, and not through their folder or a link', async () => {
    const example = { files: { ...files, 'd.md': '(a.md)' }, ignored: ['a.md', 'src/gen/'] }
    expect(pathsOf(await snapshot(example, { src: true, 'a.md': true }))).toEqual([['src/x.ts', 'src/y.ts', 'a.md']])
    expect(pathsOf(await snapshot(example, { 'd.md': true }, { link_depth: 3 }))).toEqual([['d.md']])
  })
})

describe('nested bundles', () => {
  const opts = {}

  it('bring their items to the same depth, and cycles are cut and reported', async () => {
    const nested = {
      one: { items: { 'a.md': true, 'bundle:two': true, 'bundle:one': true }, opts },
      two: { items: { 'b.md': true, 'bundle:one': true, src: true, 'src/gen': false }, opts },
    }
    const { depths, missing } = await snapshot({ files }, { 'bundle:one': true, 'src/x.ts': false }, {}, nested)
    expect(depths.map(({ items }) => items.map(({ path }) => path))).toEqual([['src/y.ts', 'a.md', 'b.md']])
    expect(missing).toEqual([{ path: 'bundle:one', cause: 'cycle' }])
  })

  it('that stand in each other many times over are read once', async () => {
    const levels = Array.from({ length: 40 }, (_, at) => [
      `${at}`,
      { items: { [`bundle:${at + 1}`]: true, [`./bundle:${at + 1}`]: false, 'a.md': true }, opts },
    ])
    const twice = Array.from({ length: 40 }, (_, at) => [
      `x${at}`,
      { items: { [`bundle:x${at + 1}`]: true, [`bundle:y${at}`]: true }, opts },
    ])
    const other = Array.from({ length: 40 }, (_, at) => [`y${at}`, { items: { [`bundle:x${at + 1}`]: true }, opts }])
    const nested = Object.fromEntries([...levels, ...twice, ...other, ['x40', { items: { 'b.md': true }, opts }]])
    expect(pathsOf(await snapshot({ files }, { 'bundle:0': true, 'bundle:x0': true }, {}, nested))).toEqual([
      ['a.md', 'b.md'],
    ])
  })

  it('keep their excluded headings, and none of their other settings', async () => {
    const nested = {
      one: { items: { 'notes/n.md': true }, opts: { excluded_headings: ['secret'], link_depth: 3, max_len: 1 } },
    }
    const { depths, excluded } = await snapshot(
      { files },
      { 'bundle:one': true },
      { excluded_headings: ['End'] },
      nested,
    )
    expect(depths).toEqual([{ depth: 0, items: [{ path: 'notes/n.md', text: 'top ^start\n\n# Open\nopen\n' }] }])
    expect(excluded).toEqual({ secret: 1, End: 1 })
  })
})

describe('links', () => {
  it('are followed depth by depth, cycles and links to oneself included', async () => {
    expect(pathsOf(await snapshot({ files }, { 'a.md': true }, { link_depth: 9 }))).toEqual([
      ['a.md'],
      ['b.md'],
      ['c.md'],
    ])
    expect(pathsOf(await snapshot({ files }, { 'a.md': true }, { link_depth: 1 }))).toEqual([['a.md'], ['b.md']])
  })

  it('are followed backwards if asked for', async () => {
    const paths = pathsOf(await snapshot({ files }, { 'b.md': true }, { link_depth: 1, inlinks: true }))
    expect(paths).toEqual([['b.md'], ['c.md', 'a.md']])
  })

  it('do not bring what is set to false, nor the whole of a note whose part is there', async () => {
    expect(pathsOf(await snapshot({ files }, { 'a.md': true, 'b.md': false }, { link_depth: 9 }))).toEqual([['a.md']])
    const example = { files: { ...files, 'd.md': '(notes/n.md)' } }
    const paths = pathsOf(await snapshot(example, { 'd.md': true, 'notes/n.md#End': true }, { link_depth: 9 }))
    expect(paths).toEqual([['notes/n.md#End', 'd.md']])
  })

  it('of a part are those that stand in it', async () => {
    expect(pathsOf(await snapshot({ files }, { 'notes/n.md#End': true }, { link_depth: 1 }))).toHaveLength(1)
    expect(pathsOf(await snapshot({ files }, { 'notes/n.md#Open': true }, { link_depth: 1 }))).toHaveLength(2)
  })

  it('of sections that are left out are followed unless settings say otherwise', async () => {
    const follow = async (follow_links_in_excluded: boolean): Promise<number> => {
      const options = { link_depth: 1, excluded_headings: ['secret'], follow_links_in_excluded }
      return pathsOf(await snapshot({ files }, { 'notes/n.md': true }, options)).length
    }
    expect([await follow(true), await follow(false)]).toEqual([2, 1])
  })

  it('of an item that is cut are not followed', async () => {
    const example = { files: { 'a.md': '(b.md)\nxxxxx', 'b.md': 'b' } }
    const { depths, truncated } = await snapshot(example, { 'a.md': true }, { link_depth: 1, max_len: 10 })
    expect([depths, truncated]).toEqual([[{ depth: 0, items: [{ path: 'a.md', text: '(b.md)\n' }] }], ['a.md']])
  })
})

describe('the order', () => {
  it('is that of the listing if asked for', async () => {
    const items = { 'src/y.ts': true, 'a.md': true, 'src/**': true }
    const { depths } = await snapshot({ files }, items, { order: 'listing' })
    expect(depths[0]?.items.map(({ path }) => path)).toEqual(['src/y.ts', 'a.md', 'src/gen/z.ts', 'src/x.ts'])
  })

  it('is by size, then by path, whatever the order of the items', async () => {
    const example = { files: { é: 'xx', b: 'xx', B: 'xx', '😀': 'x', '～': 'y' } }
    const names = Object.keys(example.files)
    for (const order of [names, names.toReversed()]) {
      const paths = pathsOf(await snapshot(example, Object.fromEntries(order.map((name) => [name, true]))))
      expect(paths).toEqual([['😀', '～', 'B', 'b', 'é']])
    }
  })
})

it('counts the templates and the wrap of what is to be compiled', async () => {
  const templates = { '0': { before: '<', after: '>' }, '-1': { before: '(', after: ')' } }
  const example = { files: { a: 'aa', b: 'bbb' } }
  const { depths, skipped, size } = await snapshot(example, { a: true, b: true }, { max_len: 8, templates })
  expect([depths[0]?.items, skipped, size]).toEqual([[{ path: 'a', text: 'aa' }], ['b'], 2])
})

it('refuses a limit of 0', async () => {
  await expect(snapshot({ files }, {}, { max_len: 0 })).rejects.toThrow(LimitNotPositive)
})
