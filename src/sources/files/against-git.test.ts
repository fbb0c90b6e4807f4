import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fileSource } from './file-source.ts'
import { parseRules } from './ignore/parse-rules.ts'
import { leavesOut, pathBytes, withRules } from './ignore/rule-set.ts'

const temp = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-git-')))
const globalExcludes = join(temp, 'config/git/ignore')

beforeAll(() => {
  vi.stubEnv('XDG_CONFIG_HOME', join(temp, 'config'))
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(temp, 'gitconfig'))
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
})
afterEach(() => rmSync(globalExcludes, { force: true }))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(temp, { recursive: true, force: true })
})

function git(cwd: string, args: readonly string[], input = ''): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'latin1',
    input: Buffer.from(input),
    maxBuffer: 2 ** 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}

/** What an action gives, or nothing where it cannot be done. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

function write(path: string, bytes: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes, 'latin1')
}

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

const plain = ['a', 'b', 'ab', 'foo', 'foobar', 'foo.txt', 'x.log', 'AB', 'Foo']
const odd = ['é', 'sp ', '[x]', '!n', '#h', 'a-b', 'a\\b', '😀', '\x7f', 'line\nfeed']
const name = fc.constantFrom(...plain, ...plain, ...odd)
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))

const stars = [
  '*',
  '?',
  '**',
  'a*',
  '*o',
  'f*o*',
  '***',
  '**/',
  '/**',
  '?oo',
  '??',
  'foo*',
  'foo**',
  '**\\/',
  '\\a',
  '\\F',
]
const sets = [
  '[a-f]',
  '[!a]',
  '[^f]*',
  '[]x]',
  '[!]]',
  '[a',
  '[a-]',
  '[-a]',
  '[A-Z]oo',
  '[+--]',
  '[a/]',
  '[\\]x]',
  '[[x]',
  '[f-\\o]',
]
const classes = [
  'alpha',
  'upper',
  'lower',
  'punct',
  'cntrl',
  'print',
  'graph',
  'space',
  'digit',
  'alnum',
  'xdigit',
  'blank',
  'no',
  '',
]
const named = fc.tuple(fc.constantFrom('[', '[!', '[a', '[['), fc.constantFrom(...classes))
const piece = fc.oneof(
  { weight: 5, arbitrary: name.map(bytesOf) },
  { weight: 4, arbitrary: fc.constantFrom(...stars) },
  { weight: 1, arbitrary: fc.constantFrom(...sets) },
  { weight: 1, arbitrary: named.map(([open, kind]) => `${open}[:${kind}:]]`) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...'abfoAF*?[]!^-:\\/.# \xc3\xa9\t\r\0'), maxLength: 7 }) },
)
const pattern = fc
  .record({
    not: fc.constantFrom('', '', '', '', '!', '!', '\\', '#', ' '),
    lead: fc.constantFrom('', '', '', '/', '**/', '*/'),
    pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
    between: fc.constantFrom('/', ''),
    tail: fc.constantFrom(
      '',
      '',
      '',
      '',
      '/',
      '/',
      '//',
      '/*',
      '/**',
      ' ',
      '  ',
      '\\ ',
      '\\  ',
      '\\\\ ',
      '\t',
      '\r',
      '\\',
    ),
  })
  .map(({ not, lead, pieces, between, tail }) => not + lead + pieces.join(between) + tail)
const ignoreFile = fc
  .tuple(
    fc.constantFrom('', '', '\xef\xbb\xbf'),
    fc.array(pattern, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '\n', '\r\n'),
  )
  .map(([mark, lines, end]) => mark + lines.join('\n') + end)

describe('rules beside git check-ignore', () => {
  const repository = join(temp, 'rules')
  beforeAll(() => {
    git(temp, ['init', '-q', 'rules'])
  })

  /** For each text of an ignore file, which paths git leaves out. */
  function gitLeavesOut(texts: readonly string[], paths: readonly string[], ignoreCase: boolean): boolean[][] {
    for (const [index, text] of texts.entries()) write(join(repository, `d${index}/.gitignore`), text)
    const asked = texts.flatMap((_, index) => paths.map((one) => `d${index}/${one}\0`)).join('')
    const command = ['check-ignore', '--no-index', '--stdin', '-z', '-v', '-n']
    const fields = git(repository, ['-c', `core.ignorecase=${ignoreCase}`, ...command], asked).split('\0')
    return texts.map((_, text) =>
      paths.map((_, one) => {
        const at = 4 * (text * paths.length + one)
        return fields[at] !== '' && !fields[at + 2]?.startsWith('!')
      }),
    )
  }

  /** Whether we leave a file out, by itself or with a folder that it is in. */
  function weLeaveOut(text: string, file: string, ignoreCase: boolean): boolean {
    const rules = withRules(undefined, parseRules(text, ignoreCase), 0)
    const asked = pathBytes(file, ignoreCase)
    const ends = [...asked.matchAll(/\/|$/g)].map(({ index }) => index)
    return ends.some((end, index) =>
      leavesOut(rules, asked.slice(0, end), (ends[index - 1] ?? -1) + 1, end < asked.length),
    )
  }

  it.each([false, true])('leave out the same, with core.ignorecase %s', (ignoreCase) => {
    const texts = fc.array(ignoreFile, { minLength: 100, maxLength: 200 })
    const paths = fc.uniqueArray(path, { minLength: 30, maxLength: 30 })
    fc.assert(
      fc.property(texts, paths, (files, asked) => {
        const expected = gitLeavesOut(files, asked, ignoreCase)
        for (const [index, text] of files.entries()) {
          const ours = asked.filter((one) => weLeaveOut(text, one, ignoreCase))
          expect({ text, out: ours }).toEqual({ text, out: asked.filter((_, at) => expected[index]?.[at]) })
        }
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })
})

interface Made {
  readonly paths: readonly string[]
  readonly links: readonly string[]
  readonly tracked: readonly number[]
  readonly deleted: readonly number[]
  readonly nested: readonly number[]
  readonly submodules: readonly string[]
  readonly ignoreCase: boolean
}

describe('a listing beside git ls-files -co --exclude-standard', () => {
  const some = (maxLength: number): fc.Arbitrary<number[]> => fc.array(fc.nat(20), { maxLength })
  const tree: fc.Arbitrary<Made> = fc
    .record({
      paths: fc.uniqueArray(path, { minLength: 1, maxLength: 16 }),
      links: fc.array(path, { maxLength: 1 }),
      tracked: some(4),
      deleted: some(1),
      nested: some(1),
      submodules: fc.array(path, { maxLength: 1 }),
      ignoreCase: fc.constantFrom(false, false, true),
    })
    // Where file names are told apart by case, git that ignores it does not list A beside a tracked a.
    .map((made) => (made.ignoreCase ? { ...made, tracked: [], submodules: [] } : made))
  const rules = fc.record({
    top: ignoreFile,
    deeper: fc.array(fc.tuple(fc.nat(20), ignoreFile), { maxLength: 3 }),
    exclude: fc.option(ignoreFile, { nil: '' }),
    everywhere: fc.option(ignoreFile, { nil: '' }),
  })

  /** Makes a repository as far as it can be made (a path may go through a file), and gives its folders. */
  function makeRepository(
    root: string,
    { paths, links, tracked, deleted, nested, submodules, ignoreCase }: Made,
  ): string[] {
    git(temp, ['init', '-q', root])
    git(root, ['config', 'core.ignorecase', String(ignoreCase)])
    const at = (index: number): string => paths[index % paths.length] ?? ''
    for (const one of paths) attempt(() => write(join(root, one), ''))
    for (const one of links) attempt(() => symlinkSync('a', join(root, one)))
    for (const index of tracked) attempt(() => git(root, ['--literal-pathspecs', 'add', '-f', '--', at(index)]))
    for (const one of submodules) {
      attempt(() => git(root, ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},${one}`]))
    }
    for (const index of nested) attempt(() => git(root, ['init', '-q', dirname(join(root, at(index)))]))
    for (const index of deleted) rmSync(join(root, at(index)), { recursive: true, force: true })
    const folders = paths.flatMap((one) => one.split('/').map((_, to, names) => names.slice(0, to).join('/')))
    return [...new Set(folders)].filter((folder) => folder !== '' && isFolder(join(root, folder)))
  }

  function isFolder(place: string): boolean {
    if (place === temp) return true
    return attempt(() => lstatSync(place).isDirectory()) === true && isFolder(dirname(place))
  }

  /** What git lists at and under a folder, without what is not there, and without repositories, which are folders. */
  function gitList(cwd: string): string[] {
    const command = ['ls-files', '-co', '--exclude-standard', '-z', '--deduplicate']
    const listed = Buffer.from(git(cwd, command), 'latin1').toString().split('\0')
    return listed.filter((one) => one !== '' && isEntry(join(cwd, one))).sort()
  }

  function isEntry(place: string): boolean {
    return attempt(() => lstatSync(place).isDirectory()) === false && isFolder(dirname(place))
  }

  /** Links are listed, or are there with the cause why they are not. */
  async function ourList(root: string, from = ''): Promise<string[]> {
    const { paths, unlisted } = await fileSource(root).list([from])
    return [...paths, ...unlisted.map((one) => one.path)].sort()
  }

  it('is the same over trees and rules of all kinds, from the top and from folders', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(tree, fc.array(rules, { minLength: 1, maxLength: 4 }), async (made, variants) => {
        count += 1
        const root = join(temp, `tree${count}`)
        const folders = makeRepository(root, made)
        for (const { top, deeper, exclude, everywhere } of variants) {
          write(join(root, '.gitignore'), top)
          write(join(root, '.git/info/exclude'), exclude)
          write(globalExcludes, everywhere)
          for (const [index, text] of deeper) {
            const folder = folders[index % folders.length]
            if (folder !== undefined) write(join(root, folder, '.gitignore'), text)
          }
          expect(await ourList(root)).toEqual(gitList(root))
          for (const folder of folders.slice(0, 2)) {
            const place = join(root, folder)
            // Where they are named, we do enter submodules that are not set up and folders that are left out.
            if (made.submodules.some((one) => `${folder}/`.startsWith(`${one}/`))) continue
            if (attempt(() => git(place, ['check-ignore', '-q', '--no-index', '.'])) !== undefined) continue
            const listed = gitList(place)
            expect(await ourList(place)).toEqual(listed)
            expect(await ourList(root, folder)).toEqual(listed.map((one) => `${folder}/${one}`))
          }
        }
        rmSync(root, { recursive: true, force: true })
      }),
      { numRuns: 10 },
    )
  }, 120_000)
})
