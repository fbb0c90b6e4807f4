import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Link } from './link.ts'
import { parseLinks, parseNote } from './parse-links.ts'

const targets = (text: string): string[] => parseLinks(text).map(({ target }) => target)
const link = (text: string): Omit<Link, 'embed' | 'form'> => {
  const { embed: _, form: __, ...rest } = parseLinks(text)[0] ?? { target: '', embed: false, form: 'wiki' }
  return rest
}

describe('a wikilink', () => {
  it('has a target, a heading or a block, and an alias', () => {
    expect(link('[[a b]]')).toEqual({ target: 'a b' })
    expect(link('[[ a | b ]]')).toEqual({ target: 'a', alias: 'b' })
    expect(link('[[a#One#Two|b]]')).toEqual({ target: 'a', heading: 'One#Two', alias: 'b' })
    expect(link('[[a#^one-2]]')).toEqual({ target: 'a', block: 'one-2' })
    expect(link('[[a^one-2]]')).toEqual({ target: 'a', block: 'one-2' })
    expect(link('| [[a\\|b]] |')).toEqual({ target: 'a', alias: 'b' })
    expect(link('[[a|b|c]]')).toEqual({ target: 'a', alias: 'b|c' })
  })

  it('stands on one line, is not empty, and the inner one of two counts', () => {
    expect(targets('[[a\nb]] [[]] [[ ]] [[|c]]')).toEqual([])
    expect(targets('[[a [[b]] c]] [[[d]]] [[e]f]]')).toEqual(['b', 'd', 'e]f'])
  })

  it('is no address, and no link without its brackets', () => {
    expect(targets('[[https://a.org]] [[mailto:a@b.org]] \\[[a]] [\\[a]] [[b]')).toEqual([])
    expect(targets('[[Note: of a kind]]')).toEqual(['Note: of a kind'])
  })

  it('keeps its place in the order, each target once, as it came first', () => {
    const found = parseLinks('![[a]] [b](b.md) [[a]] [[A]]').map(({ target, embed, form }) => [target, embed, form])
    expect(found).toEqual([
      ['a', true, 'wiki'],
      ['b.md', false, 'markdown'],
      ['A', false, 'wiki'],
    ])
  })
})

describe('a markdown link', () => {
  it('has its destination without title, brackets, escapes, and percent signs where they can be decoded', () => {
    for (const [written, target] of [
      ['a.md', 'a.md'],
      [' a.md ', 'a.md'],
      ['a.md\n"title"', 'a.md'],
      ["a.md 'it\\'s'", 'a.md'],
      ['a.md (title)', 'a.md'],
      ['<a (b.md>', 'a (b.md'],
      ['a(b(c)).md', 'a(b(c)).md'],
      ['a\\)b.md', 'a)b.md'],
      ['a%20b%C3%BC.md', 'a bü.md'],
      ['50%.md', '50%.md'],
      ['%FF%20.md', '%FF%20.md'],
      ['a%23b.md', 'a#b.md'],
      ['../a/./b.md', '../a/./b.md'],
      ['/a.md', '/a.md'],
    ])
      expect(targets(`[x](${written})`)).toEqual([target])
  })

  it('may name a heading or a block', () => {
    expect(link('[x](a.md#One%20two)')).toEqual({ target: 'a.md', heading: 'One two' })
    expect(link('[x](a.md#^one)')).toEqual({ target: 'a.md', block: 'one' })
  })

  it('is not what CommonMark does not read as one', () => {
    expect(targets('[x](a b.md) [x](a.md [x] (a.md) \\[x](a.md) [x](<a.md) [x](a.md "b) [x](a(b.md)')).toEqual([])
    expect(targets('[x](mailto:a@b.org) [x](https://a.org/b.md) [x](//a.org) [x](#here) [x]() [x](<>)')).toEqual([])
  })

  it('may be around an image, and is not around another link', () => {
    expect(targets('[![x](a.png)](b.md)')).toEqual(['a.png', 'b.md'])
    expect(targets('[x [y](a.md)](b.md)')).toEqual(['a.md'])
  })

  it('may have its destination elsewhere', () => {
    const definitions = '\n\n[b]: x.md "title"\n[B]: y.md\n[ c \n d]:\n  <z z.md>\n[^1]: no.md'
    expect(targets(`[a][B] [^1]${definitions}`)).toEqual(['x.md'])
    expect(targets(`[b][] ![b]${definitions}`)).toEqual(['x.md'])
    expect(targets(`[C  D]${definitions}`)).toEqual(['z z.md'])
    expect(targets(`[a] [b c] text\n[a]: x.md`)).toEqual([])
  })
})

describe('code, comments and raw HTML', () => {
  it('have no links', () => {
    for (const text of [
      '`[[x]]` ``a`[[x]]`` `a\n[[x]] b`',
      '```\n[[x]]\n~~~\n[[x]]\n````',
      '~~~ `a`\n[[x]]',
      '> ```\n> [[x]]',
      '- ```\n  [[x]]\n\n  [[x]]\n  ```',
      '1. a\n   ~~~\n   [[x]]',
      '    [[x]]',
      '\t[[x]]',
      'a\n\n    [[x]]\n\n\n    [[x]]',
      '- a\n\n      [[x]]',
      '-     [[x]]',
      '> a\n>\n>     [[x]]',
      '# a\n    [[x]]',
      '* * *\n    [[x]]',
      '<!-- [[x]]\n\n[[x]] -->',
      'a <!-- [[x]] --> b',
      '<!-- [[x]]',
      '%%[[x]]%% a %% [[x]] %%',
      '%%\n[[x]]\n\n[[x]]\n%%',
      '<pre>\n[[x]]\n\n[[x]]</pre>',
    ])
      expect(targets(text), text).toEqual([])
  })

  it('end where they end', () => {
    for (const text of [
      '`a` [[x]] `b`',
      '\\`[[x]]`',
      '`` a ` [[x]]',
      '```\na\n```\n[[x]]',
      '```a`b\n[[x]]',
      '> ```\n[[x]]',
      '- ```\n- [[x]]',
      'a\n    [[x]]',
      '- a\n\n    [[x]]',
      '1. a\n\n\t- [[x]]',
      '<!-- a --> [[x]]',
      '%% a %% [[x]]',
      '%%\na\n%%\n[[x]]',
      '100 %%\n\n[[x]]',
      '<pre>a</pre>\n[[x]]',
      '# [[x]]',
      '> - [ ] [[x]]',
      'a\r\n\r\n[[x]]\r\n',
    ])
      expect(targets(text), text).toEqual(['x'])
  })

  /** What hides `[[code]]`, as blocks, each between blank lines. */
  const hidden = fc.constantFrom(
    '`[[code]]`',
    'a ``[[code]]`` b',
    '```\n[[code]]\n```',
    '~~~~ js\n```\n[[code]]\n~~~~~',
    '    [[code]]',
    '\t[x](code)',
    '- a\n\n      ![[code]]',
    '> ~~~\n> [[code]]\n> ~~~',
    '<!-- [[code]] -->',
    '%%\n[[code]]\n%%',
  )
  const shown = fc
    .tuple(
      fc.constantFrom('', '> ', '- ', '1. ', '# ', '> - ', '**a** ', '\\` ', 'a [b] '),
      fc.constantFrom(['[[', ']]'], ['![[', '|`a`]]'], ['[x](', ')'], ['[x](<', '> "title")']),
    )
    .map(
      ([before, [open, close]]) =>
        (name: string) =>
          `${before}${open}${name}${close}`,
    )

  it('never have a link, and hide none that stands beside them', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hidden, shown), { maxLength: 12 }), (blocks) => {
        const written = blocks.map((block, at) => (typeof block === 'string' ? block : block(`n${at}`)))
        // A line without indentation ends a list, in which indented text is no code.
        const names = blocks.flatMap((block, at) => (typeof block === 'string' ? [] : [`n${at}`]))
        expect(targets(written.join('\n\nbetween\n\n'))).toEqual(names)
      }),
    )
  })
})

describe('front matter', () => {
  it('has links in its texts, first of all', () => {
    const text = `---
type: "[[One]]"
list:
  - "[[Two|2]] and [[Three]]"
map: { key: '![[Four]]' }
unquoted: [[Five]]
# "[[Six]]"
code: "\`[[Seven]]\`"
---
[[Eight]]`
    expect(targets(text)).toEqual(['One', 'Two', 'Three', 'Four', 'Eight'])
  })

  it('has other names of the note', () => {
    const aliases = (yaml: string): readonly string[] => parseNote(`---\n${yaml}\n---\n`).aliases
    expect(aliases('aliases: [A, " b, c ", 1]')).toEqual(['A', 'b, c', '1'])
    expect(aliases('aliases:\n  - A\n  -\n  - B')).toEqual(['A', 'B'])
    expect(aliases('alias: a, b')).toEqual(['a', 'b'])
    expect(aliases('aliases:')).toEqual([])
    expect(aliases('aliases: {a: b}\nother: A')).toEqual([])
  })

  it('is read as far as it can be, and hides nothing behind it', () => {
    expect(targets('---\na: "[[x]]"\n[[y]]')).toEqual(['x', 'y'])
    expect(targets('---\r\na: "[[x]]"\r\n---\r\n[[y]]')).toEqual(['x', 'y'])
    expect(targets('\n---\na: "[[x]]"\n---\n[[y]]')).toEqual(['x', 'y'])
    expect(targets('---\na: "[[x\n---\n[[y]]')).toEqual(['y'])
    expect(targets(`---\n${'a: "[[x]]"\n'.repeat(10_000)}---\n[[y]]`)).toEqual(['y'])
    expect(targets(`---\na: ${'['.repeat(10_000)}\n---\n[[y]]`)).toEqual(['y'])
    expect(targets('---\na: &a ["[[x]]"]\nb: [*a, *a]\n---\n')).toEqual(['x'])
  })
})

describe('any text', () => {
  it('can be read, and no target is empty', () => {
    const signs = fc.array(
      fc.constantFrom(...'[]()<>!`~\\#|^%-*>: \n\tab"\'1.', '[[', ']]', '](', '\n\n', '---\n', '%20'),
    )
    fc.assert(
      fc.property(signs, (parts) => {
        const text = parts.join('')
        for (const { target } of parseLinks(text)) expect(target.trim()).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  it('is read in steps that grow as its length does', () => {
    const pieces =
      '[,[[,]],](,[](,[x](y) [,[a](b ",[](<,[a][,[[a,[[a]],`,` `` ,``` ,\\,> ,* ,- a\n,1. ,<!-- ,%%,%%\n,>\n,\t,\n,<,!['
    for (const piece of pieces.split(','))
      for (const before of ['', '[x]: y.md\n\n', '- a\n\n  '])
        expect(
          growth((times) => before + piece.repeat(times)),
          JSON.stringify(piece),
        ).toBeLessThan(2.5)
  })
})

/** How many times the steps of twice the length are those of the length. */
function growth(make: (times: number) => string): number {
  const [short, long] = [2000, 4000].map((times) => stepsOf(() => parseLinks(make(times))))
  return (long ?? 0) / Math.max(short ?? 0, 1)
}

/** Characters that are looked at, searched or copied by methods of strings. */
function stepsOf(act: () => unknown): number {
  const methods = ['charCodeAt', 'indexOf', 'lastIndexOf', 'includes', 'slice', 'split'] as const
  const originals = methods.map((name) => [name, Object.getOwnPropertyDescriptor(String.prototype, name)] as const)
  let steps = 0
  for (const [name, descriptor] of originals) {
    const original: (...args: unknown[]) => unknown = descriptor?.value
    const counting = function (this: string, ...args: unknown[]): unknown {
      const result = Reflect.apply(original, this, args)
      steps += cost(name, this, args, result)
      return result
    }
    Object.defineProperty(String.prototype, name, { ...descriptor, value: counting })
  }
  try {
    act()
  } finally {
    for (const [name, descriptor] of originals)
      if (descriptor) Object.defineProperty(String.prototype, name, descriptor)
  }
  return steps
}

function cost(name: string, text: string, args: readonly unknown[], result: unknown): number {
  if (name === 'charCodeAt') return 1
  const from = typeof args[1] === 'number' ? args[1] : 0
  if (name === 'indexOf') return (result === -1 ? text.length : Number(result)) - from + 1
  if (name === 'lastIndexOf') return from - Number(result) + 1
  return typeof result === 'string' ? result.length + 1 : text.length
}
