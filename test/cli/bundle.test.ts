import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Outcome, type Shell, type Surroundings, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
})
afterEach(() => sh.remove())

const put = async (files: { readonly [path: string]: string }): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    const whole = join(sh.folder, path)
    await mkdir(dirname(whole), { recursive: true })
    await writeFile(whole, text)
  }
}
const bundle = (...line: string[]): Promise<Outcome> => sh.heddle(['bundle', ...line])
const bundleIn = (folder: string, ...line: string[]): Promise<Outcome> =>
  sh.heddle(['bundle', ...line], { cwd: join(sh.folder, folder) } satisfies Surroundings)
const itemsOf = async (name: string): Promise<unknown> => JSON.parse((await bundle('show', name, '--json')).out).items
const compiled = async (...line: string[]): Promise<{ context: string; stats: { [name: string]: unknown } }> =>
  JSON.parse((await bundle('compile', ...line, '--json')).out)

describe('heddle bundle with a name', () => {
  it.each(['🌹', '"quoted"', 'a/b', 'with blank', '--not', 'constructor', '2024'])(
    'of %s goes through every command',
    async (name) => {
      await put({ 'a.md': 'a\n', 'b.md': 'b\n' })
      await sh.heddle(['say', '--new', 'hi'])
      expect((await bundle('create', '--', name, 'a.md')).code).toBe(0)
      expect((await bundle('add', '--', name, 'b.md')).code).toBe(0)
      expect((await bundle('compile', '--', name)).out).toContain('a\nb\n')
      expect((await bundle('attach', '--', name)).code).toBe(0)
      expect((await sh.heddle(['plan'])).code).toBe(0)
      expect((await bundle('rename', '--', name, 'other')).code).toBe(0)
      expect((await sh.heddle(['plan'])).code).toBe(0)
      expect((await bundle('delete', 'other')).code).toBe(0)
    },
  )

  it.each(['', ' ', ' a', 'a ', 'a:b', 'a\nb', 'a\u0000b'])('of %j is refused, and nothing is made', async (name) => {
    const { code, out, err } = await bundle('create', name)
    expect({ out, refused: code !== 0 }).toEqual({ out: '', refused: true })
    expect(err).toContain('cannot be the name of a bundle')
    expect(JSON.parse((await bundle('list', '--json')).out).bundles).toEqual([])
  })

  it('that is taken is refused, to make and to rename to, and leaves both as they are', async () => {
    await bundle('create', 'one', 'a.md')
    await bundle('create', 'two', 'b.md')
    expect((await bundle('create', 'one', 'c.md')).err).toContain('already')
    expect((await bundle('rename', 'two', 'one')).err).toContain('already')
    expect(await itemsOf('one')).toEqual({ 'a.md': true })
    expect(await itemsOf('two')).toEqual({ 'b.md': true })
  })

  it('that is nearly right is answered with the nearest', async () => {
    await bundle('create', 'garden')
    for (const line of [
      ['show', 'gardem'],
      ['compile', 'gardem'],
      ['delete', 'gardem'],
      ['add', 'gardem', 'x'],
    ])
      expect((await bundle(...line)).err).toContain('Did you mean garden?')
  })
})

describe('an item', () => {
  it('is meant from where it is typed, and held from the root', async () => {
    await put({ 'notes/sub/x.md': 'x' })
    await bundleIn('notes/sub', 'create', 'b', 'x.md', '..', '../../y.md', join(sh.folder, 'z.md'), '*.md')
    expect(Object.keys((await itemsOf('b')) as object)).toEqual([
      'notes/sub/x.md',
      'notes',
      'y.md',
      'z.md',
      'notes/sub/*.md',
    ])
    await bundleIn('notes', 'remove', 'b', 'sub/x.md')
    expect(await itemsOf('b')).not.toHaveProperty(['notes/sub/x.md'])
  })

  it.each(['/etc/passwd', '../x', '../../..', 'a/../../b', ''])('of %j is refused as wrong usage', async (item) => {
    const { code, out } = await bundle('create', 'b', 'fine.md', item)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect((await bundle('show', 'b')).code).toBe(1)
  })

  it.each([
    'C#.md',
    'a^b.md',
    '[id].ts',
    's*r.md',
    'a b.md',
    'a\nb.md',
    'it\'s "q".md',
    '{a,b}.md',
    '$& $1.md',
    '🌹.md',
  ])('that is really called %j is that file', async (name) => {
    await put({ [name]: 'text of it\n' })
    await bundle('create', 'b', name)
    expect(await compiled('b')).toMatchObject({
      context: 'text of it\n',
      stats: { included: [name], missing: [], skipped: [] },
    })
  })

  it('keeps what a heading holds, although it looks like a path', async () => {
    await put({ 'notes/h.md': '# a//b\nslashes\n# x/../y\ndots\n# end/\nlast\n' })
    await bundleIn('notes', 'create', 'b', 'h.md#a//b', 'h.md#x/../y', 'h.md#end/')
    expect(await compiled('b')).toMatchObject({
      stats: {
        included: expect.arrayContaining(['notes/h.md#a//b', 'notes/h.md#x/../y', 'notes/h.md#end/']),
        missing: [],
      },
    })
  })

  it('that is a file called like a bundle is meant by ./ before it', async () => {
    await put({ 'bundle:x.md': 'a file\n' })
    await bundle('create', 'b', './bundle:x.md')
    expect((await compiled('b')).context).toBe('a file\n')
    expect((await bundle('remove', 'b', './bundle:x.md')).code).toBe(0)
  })

  it('that is missing is told with its cause, and stops nothing', async () => {
    await put({ 'a.md': '# A\n' })
    await bundle('create', 'b', 'a.md#A', 'gone.md', 'no/*.md', 'a.md#B', 'a.md^c', 'bundle:b', 'bundle:none')
    const { code, out, err } = await bundle('compile', 'b')
    expect({ code, out }).toEqual({ code: 0, out: '# A\n' })
    for (const said of [
      'gone.md (not-found)',
      'no/*.md (no-match)',
      'a.md#B (no-such-heading)',
      'a.md^c (no-such-block)',
      'bundle:b (cycle)',
      'bundle:none (no-such-bundle)',
    ])
      expect(err).toContain(said)
  })

  it('that bundles bring each other in a circle, stored and in files, comes once', async () => {
    await put({ 'a.md': 'a\n', 'b.md': 'b\n', 'bundles/two.yaml': 'items: [bundle:one, b.md]\n' })
    await bundle('create', 'one', 'a.md', 'bundle:two')
    expect((await compiled('one')).context).toBe('a\nb\n')
    expect((await compiled('two')).context).toBe('a\nb\n')
  })

  it('is not lost when several are added at the same time', async () => {
    await bundle('create', 'b')
    const names = Array.from({ length: 8 }, (_, at) => `f${at}.md`)
    const outcomes = await Promise.all(names.map((name) => bundle('add', 'b', name)))
    expect(outcomes.map(({ code }) => code)).toEqual(names.map(() => 0))
    expect(Object.keys((await itemsOf('b')) as object).toSorted()).toEqual(names)
  })
})

describe('an option', () => {
  it('with one side of a template compiles', async () => {
    await put({ 'a.md': 'a\n' })
    await bundle('create', 'b', 'a.md')
    await bundle('set', 'b', 'templates.0.before', '## {{ITEM_PATH}}\n')
    expect((await bundle('compile', 'b')).out).toContain('## a.md\na\n')
    await sh.heddle(['config', 'set', 'bundle.templates', '{"-1":{"after":"end"}}'])
    expect((await bundle('compile', 'b')).out).toContain('a\nend')
  })

  it.each([
    ['link_dept', '2', 'Did you mean link_depth?'],
    ['link_depth', '-1', 'link_depth'],
    ['link_depth', '2.5', 'link_depth'],
    ['link_depth', '101', 'link_depth'],
    ['max_len', '0', 'max_len'],
    ['max_tokens', '-3', 'max_tokens'],
    ['inlinks', 'yes', 'inlinks'],
    ['excluded_headings', 'Private', 'excluded_headings'],
    ['order', 'big', 'order'],
    ['templates', 'x', 'templates'],
    ['templates.x.before', 'x', 'templates'],
    ['templates.0.bef', 'x', ''],
    ['__proto__', 'x', '__proto__'],
    ['templates.__proto__.before', 'x', ''],
    ['', 'x', ''],
  ])('%s = %s is refused as wrong usage', async (name, value, said) => {
    await bundle('create', 'b')
    const { code, out, err } = await bundle('set', 'b', name, '--', value)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(said)
    expect(JSON.parse((await bundle('show', 'b', '--json')).out).opts).toEqual({})
  })

  it('holds from the call, else the bundle, else the collection, else the default, 0, false, [] and null too', async () => {
    const settings = async (...flags: string[]): Promise<{ [name: string]: unknown }> =>
      JSON.parse((await bundle('compile', 'b', '--json', ...flags)).out).settings
    await bundle('create', 'b')
    const cases = [
      { name: 'link_depth', values: ['3', '0'], flag: ['--link-depth', '0'], flagged: 0, none: 0 },
      { name: 'inlinks', values: ['true', 'false'], flag: ['--no-inlinks'], flagged: false, none: false },
      {
        name: 'excluded_headings',
        values: ['["A"]', '[]'],
        flag: ['--exclude-heading', 'B'],
        flagged: ['B'],
        none: [],
      },
      { name: 'max_len', values: ['70', 'null'], flag: ['--max-len', '9'], flagged: 9, none: null },
      { name: 'max_tokens', values: ['70', 'null'], flag: ['--max-tokens', '9'], flagged: 9, none: null },
      { name: 'list_skipped', values: ['true', 'false'], flag: ['--list-skipped'], flagged: true, none: false },
      {
        name: 'order',
        values: ['"listing"', '"size"'],
        flag: ['--order', 'listing'],
        flagged: 'listing',
        none: 'size',
      },
    ] as const
    for (const { name, values, flag, flagged, none } of cases) {
      const [some, empty] = values
      expect((await settings())[name]).toEqual(none)
      await sh.heddle(['config', 'set', `bundle.${name}`, some])
      expect((await settings())[name]).toEqual(JSON.parse(some))
      await bundle('set', 'b', name, empty)
      expect((await settings())[name]).toEqual(JSON.parse(empty))
      await bundle('set', 'b', name, some)
      await sh.heddle(['config', 'set', `bundle.${name}`, empty])
      expect((await settings())[name]).toEqual(JSON.parse(some))
      expect((await settings(...flag))[name]).toEqual(flagged)
      await bundle('unset', 'b', name)
      expect((await settings())[name]).toEqual(JSON.parse(empty))
      await sh.heddle(['config', 'unset', `bundle.${name}`])
      expect((await settings())[name]).toEqual(none)
    }
  })
})

describe('compile', () => {
  it('is never over a limit, whatever the templates', async () => {
    await put({ 'a.md': 'alpha '.repeat(30), 'b.md': 'beta\n', 'c.md': 'gamma 🌹🌹\n'.repeat(9) })
    await bundle('create', 'b', 'a.md', 'b.md', 'c.md')
    await bundle(
      'set',
      'b',
      'templates',
      '{"-1":{"before":"[[{{FILE_TREE}}","after":"]]"},"0":{"before":"<{{ITEM_PATH}}>"}}',
    )
    await bundle('set', 'b', 'list_skipped', 'true')
    for (const most of ['1', '2', '7', '20', '50', '100', '300']) {
      const { context, stats } = await compiled('b', '--max-len', most, '--max-tokens', most)
      expect([...context].length).toBeLessThanOrEqual(Number(most))
      expect(stats.tokens).toBeLessThanOrEqual(Number(most))
      expect(stats.characters).toBe([...context].length)
    }
  })

  it.each(['0', '-1', '1.5', 'many'])('refuses a limit of %s', async (most) => {
    await bundle('create', 'b')
    expect((await bundle('compile', 'b', '--max-len', most)).code).toBe(2)
    expect((await bundle('compile', 'b', '--max-tokens', most)).code).toBe(2)
  })

  it('writes no file over one that is there, unless told to', async () => {
    await put({ 'a.md': 'a\n', 'out.md': 'mine' })
    await bundle('create', 'b', 'a.md')
    expect((await bundle('compile', 'b', '-o', 'out.md')).code).toBe(1)
    expect(await readFile(join(sh.folder, 'out.md'), 'utf8')).toBe('mine')
    expect((await bundle('compile', 'b', '-o', 'out.md', '--force')).code).toBe(0)
    expect(await readFile(join(sh.folder, 'out.md'), 'utf8')).toBe('a\n')
  })
})

it('answers wrong usage of every subcommand with --json as one error in JSON', async () => {
  for (const name of [
    'create',
    'add',
    'remove',
    'show',
    'set',
    'unset',
    'compile',
    'attach',
    'detach',
    'rename',
    'delete',
  ]) {
    const { code, out, err } = await bundle(name, '--json')
    expect({ name, code, out }).toEqual({ name, code: 2, out: '' })
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'usage' } })
  }
})
