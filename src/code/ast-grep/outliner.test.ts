import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardOf } from '../card.ts'
import { compressed } from '../compressed.ts'
import type { Outline } from '../symbol.ts'
import { astGrepOutliner } from './outliner.ts'

const outliner = astGrepOutliner()

async function outlined(path: string, text: string): Promise<Outline> {
  const outline = await outliner.outline(path, text)
  if (!outline) throw new Error(`no outline of ${path}`)
  return outline
}

async function signatures(path: string, text: string): Promise<string[]> {
  return (await outlined(path, text)).symbols.map(({ signature }) => text.slice(...signature))
}

describe('places in the text', () => {
  it('counts UTF-16 units, also behind characters that take two', async () => {
    const text = 'const face = "😀😀é"; function smile(): void { laugh() }\n// 😀\nclass Grin {}\n'
    expect(await signatures('a.ts', text)).toEqual(['const face = "😀😀é"', 'function smile(): void', 'class Grin'])
    expect(await signatures('a.py', 'a = "😀é"\ndef f(): return 1\n')).toEqual(['a = "😀é"', 'def f():'])
  })

  it('counts a lone surrogate as one unit', async () => {
    expect(await signatures('a.ts', '// \ud800 \udc00\nfunction after() { run() }')).toEqual(['function after()'])
  })

  it('counts lines that end in carriage return and line feed', async () => {
    const text = '// one\r\n\r\n// two\r\nfunction f() {\r\n  run()\r\n}\r\n'
    const outline = await outlined('a.ts', text)
    expect(outline.symbols.map(({ lines }) => lines)).toEqual([[3, 6]])
    expect(compressed(text, outline)).toBe('…\n// two\r\nfunction f() …\n')
  })

  it('counts what stands above without an empty line as part of a symbol', async () => {
    const text = '// far\n\n// near\n@dec\n\nexport class A {}\n// below\n'
    expect((await outlined('a.ts', text)).symbols[0]?.lines).toEqual([3, 6])
  })
})

describe('bad input', () => {
  it('has an empty outline for an empty file', async () => {
    const empty = { symbols: [], imports: [], kept: [], damaged: false }
    expect(await outlined('a.go', '')).toEqual({ language: 'go', ...empty })
    expect(await outlined('a.ts', '\n\n')).toEqual({ language: 'typescript', ...empty })
  })

  it('reads what is whole in a file with errors, and says that it is damaged', async () => {
    const outline = await outlined('a.ts', 'function good() { run() }\n]]] ???\nclass Kept {}\n')
    expect(outline.damaged).toBe(true)
    expect(outline.symbols.map(({ name }) => name)).toEqual(['good', 'Kept'])
  })

  it('has no outline for a text that a machine wrote', async () => {
    expect(await outliner.outline('a.js', 'function a(){};'.repeat(400_000))).toBeUndefined()
    expect(await outliner.outline('a.js', 'function a(){};'.repeat(1000))).toBeUndefined()
    expect(await outliner.outline('a.js', 'function a() {}\n'.repeat(300_000))).toBeUndefined()
  })

  it('has an outline where one long line is less than half of the text', async () => {
    const text = `const data = '${'x'.repeat(12_000)}'\n${'function f() { run() }\n'.repeat(1000)}`
    const outline = await outlined('a.ts', text)
    expect(outline.symbols).toHaveLength(1001)
    expect(compressed(text, outline)).not.toContain('xxx')
  })

  it('has no outline where the language has none', async () => {
    for (const path of ['a.css', 'a.html', 'a.json', 'a.md', 'a', '.ts', 'a.ts/b', 'Makefile']) {
      expect(await outliner.outline(path, 'function a() {}')).toBeUndefined()
      expect(outliner.missing(path)).toBeUndefined()
    }
  })

  it('reads declarations that are nested deeper than anyone reads', async () => {
    const depth = 3000
    const text = `${'class A { static x = 1;\n'.repeat(depth)}${'}'.repeat(depth)}`
    expect((await outlined('A.java', text)).symbols.length).toBeGreaterThan(10)
  })
})

it('takes a header for C++ where it holds what C has not', async () => {
  expect((await outlined('a.h', 'int f(void);')).language).toBe('c')
  expect((await outlined('a.h', 'namespace a { int f(); }')).language).toBe('cpp')
})

it('names the parser and the grammars in its version', () => {
  expect(outliner.version).toMatch(/^1 napi@\d.*lang-python@\d/)
})

const fragments = fc.constantFrom(
  ...['export ', 'class A ', '{', '}', '(', ')', '\n', '\r\n', ' ', '  ', 'function f', 'def f():', 'const a = ', '1'],
  ...['// note', '/* note */', '"text"', "'", '`', '@dec', '#[a]', '#if X\n', 'import a', 'impl A ', 'fn f', ';', ','],
  ...[
    '"""doc"""',
    'interface I ',
    'struct S ',
    '=> ',
    '= ',
    '😀',
    '\ud800',
    'return a + b + c + d + e + f + g',
    '<?php ',
  ],
)
const paths = fc.constantFrom(
  ...[
    'a.ts',
    'a.tsx',
    'a.js',
    'a.py',
    'a.go',
    'a.rs',
    'a.java',
    'a.c',
    'a.cpp',
    'a.cs',
    'a.rb',
    'a.kt',
    'a.swift',
    'a.php',
  ],
)

it('keeps ranges in order and apart, and compresses to no more than the text, whatever the text', async () => {
  await fc.assert(
    fc.asyncProperty(paths, fc.array(fragments, { maxLength: 60 }), async (path, parts) => {
      const text = parts.join('')
      const outline = await outlined(path, text)
      let end = -1
      for (const [start, next] of outline.kept) {
        expect(start).toBeGreaterThan(end)
        expect(next).toBeGreaterThan(start)
        end = next
      }
      expect(end).toBeLessThanOrEqual(text.length)
      const lines = text.split('\n').length
      for (const { lines: place, signature, name } of outline.symbols) {
        expect(1 <= place[0] && place[0] <= place[1] && place[1] <= lines).toBe(true)
        expect(0 <= signature[0] && signature[0] <= signature[1] && signature[1] <= text.length).toBe(true)
        expect(name).not.toContain('\n')
      }
      expect(compressed(text, outline).length).toBeLessThanOrEqual(text.length)
      expect(cardOf(path, outline, text).split('\n').length).toBeLessThanOrEqual(outline.symbols.length + 1)
    }),
    { numRuns: 1500 },
  )
})
