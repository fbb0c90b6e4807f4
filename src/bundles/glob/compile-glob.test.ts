import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGlob } from './compile-glob.ts'

function matches(pattern: string, text: string): boolean {
  return compileGlob(pattern)(text)
}

describe('a pattern', () => {
  it.each([
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'a/b/c.ts', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'axb', false],
    ['a/**', 'a', false],
    ['a/**', 'a/b/c', true],
    ['a**c', 'abbc', true],
    ['a**c', 'ab/c', false],
    ['a/b**/c', 'a/bb/x/c', false],
    ['***', 'a/b', false],
    ['{a,b/**}', 'b/x/y', true],
    ['{**/,}x', 'a/b/x', true],
    ['{a/,b/}**/c', 'b/x/c', true],
    ['{a,}**', 'x/y', false],
    ['[!a]', '/', false],
    ['a[/]b', 'a/b', false],
    ['[]a]', ']', true],
    ['[!]a]', 'b', true],
    ['[a\\]]', ']', true],
    ['[a-]', '-', true],
    ['[z-a]', 'm', false],
    ['[!z-a]', 'm', true],
    ['[a-c-e]', '-', true],
    ['[a-c-e]', 'd', false],
    ['[', '[', true],
    ['[ab', '[ab', true],
    ['a]', 'a]', true],
    ['{a,b', '{a,b', true],
    ['{a,{b,c}', '{a,c', true],
    ['a,b}', 'a,b}', true],
    ['{id}.ts', '{id}.ts', true],
    ['{}', '{}', true],
    ['{,a}b', 'b', true],
    ['{a,{b,c{d,e}}}f', 'cef', true],
    ['{[,],x}', ',', true],
    ['{\\,,x}', ',', true],
    ['\\{a,b\\}', '{a,b}', true],
    ['a\\', 'a\\', true],
    ['?', '😀', true],
    ['[😀-😅]', '😃', true],
    ['?', '\ud83d', true],
    ['*', 'a\nb', true],
    ['', '', true],
    ['', 'a', false],
    ['.*', '.env', true],
    ['*', '.env', true],
  ])('%s, and %j: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected)
  })

  it.each([
    ['straße*', 'STRAßE 1'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['[A-C]x', 'bX'],
    ['[é]', 'É'],
    ['ñ\\*', 'Ñ*'],
  ])('without regard to letter case: %s, and %s', (pattern, text) => {
    expect(compileGlob(pattern, { ignoreCase: true })(text)).toBe(true)
  })

  it('leaves out both cases of a letter that a class does not want', () => {
    expect(['a', 'A', 'b'].map(compileGlob('[!a]', { ignoreCase: true }))).toEqual([false, false, true])
  })

  it.each([
    ['many asterisks', `${'*a'.repeat(300)}b`, 'a'.repeat(3000)],
    ['nested braces', `${'{a,'.repeat(3000)}a${'}'.repeat(3000)}`, 'a'.repeat(3000)],
    ['braces in a row', `${'{a,b,aa}'.repeat(300)}c`, 'a'.repeat(1000)],
    ['folders in a row', `${'**/'.repeat(2000)}x`, 'a/'.repeat(2000)],
    ['more states than are kept', `*a${'?'.repeat(300)}`, 'aab'.repeat(2000)],
    ['brackets that are not closed', '['.repeat(100_000), 'a'],
  ])('does not explode: %s', (_name, pattern, text) => {
    expect(matches(pattern, text)).toBe(false)
  })

  it('gives the same when states had to be forgotten', () => {
    const matcher = compileGlob(`*a${'?'.repeat(40)}`)
    let text = ''
    for (let state = 1; text.length < 8000; state = (state * 48_271) % 2_147_483_647)
      text += state % 3 === 0 ? 'a' : 'b'
    for (let end = 50; end < 8000; end += 97) expect(matcher(text.slice(0, end))).toBe(text[end - 41] === 'a')
  })

  it('matches what the same pattern as alternatives of regular expressions does', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', '**/', '?', '[ab]', '[!a]', '.', 'a/')
    const group = fc.array(fc.array(piece, { maxLength: 3 }), { minLength: 2, maxLength: 3 })
    const pattern = fc.array(fc.oneof({ weight: 4, arbitrary: piece.map((each) => [[each]]) }, group), { maxLength: 5 })
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), minLength: 1, maxLength: 8 }),
        (parts, text) => {
          const written = parts.map((group) => (group.length === 1 ? group.flat().join('') : braces(group))).join('')
          const expanded = parts.reduce<string[]>(
            (done, group) => done.flatMap((head) => group.map((each) => head + each.join(''))),
            [''],
          )
          // Three and more asterisks, and two of which a brace stands between or beside, are read in their own way.
          fc.pre(!/\*{3}/.test(expanded.join(' ')) && !/\*\*\/?[,{}]|[,{}]\*\*|\}\*|\*\{|\*[,}].*[,{]\*/.test(written))
          expect(matches(written, text)).toBe(expanded.some((each) => reference(each).test(text)))
        },
      ),
      { numRuns: 3000 },
    )
  })
})

function braces(group: readonly (readonly string[])[]): string {
  return `{${group.map((each) => each.join('')).join(',')}}`
}

function reference(pattern: string): RegExp {
  const source = pattern.replace(/(?<=^|\/)\*\*(?:\/|$)|\*+|\?|\[!a\]|\[ab\]|\./g, (found, at: number) => {
    if (found === '**/') return '(?:[^/]+/)*'
    if (found === '**' && /(?:^|\/)\*\*$/.test(pattern.slice(0, at + 2)) && at + 2 === pattern.length)
      return at === 0 ? '[^]*' : '[^]+'
    if (found.startsWith('*')) return '[^/]*'
    return { '?': '[^/]', '[!a]': '[^a/]', '[ab]': '[ab]', '.': '[.]' }[found] ?? found
  })
  return new RegExp(`^${source}$`)
}
