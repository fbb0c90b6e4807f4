import { expect, it } from 'vitest'
import { compressed } from './compressed.ts'
import type { Outline } from './symbol.ts'

/** An outline that keeps these pieces of a text, each from where the one before it ends. */
function keeping(text: string, ...pieces: readonly string[]): Outline {
  let end = 0
  const kept = pieces.map((piece) => {
    const start = text.indexOf(piece, end)
    end = start + piece.length
    return [start, end] as const
  })
  return { language: 'any', symbols: [], imports: [], kept, damaged: false }
}

it('stands for a body behind its signature, and for statements on a line of their own', () => {
  const text =
    'head one()\n{\n  body\n}\nhead two() { body }\nstatement(1, 2)\nstatement(3, 4)\nhead three():\n    body\n'
  const outline = keeping(text, 'head one()', 'head two() { body }', 'head three():')
  expect(compressed(text, outline)).toBe('head one() …\nhead two() { body }\n…\nhead three(): …\n')
})

it('keeps the indentation of what follows, and of statements that are left out', () => {
  const text = 'class A {\n  one() {\n    body\n  }\n  two;\n  static { start() }\n  three;\n}'
  expect(compressed(text, keeping(text, 'class A {', 'one()', 'two;', 'three;', '}'))).toBe(
    'class A {\n  one() …\n  two;\n  …\n  three;\n}',
  )
})

it('stands for the beginning and the end', () => {
  const text = '// a licence of some length\nimport a\nrun the program now\n'
  expect(compressed(text, keeping(text, 'import a'))).toBe('…\nimport a\n…\n')
})

it('is the omission alone where nothing is kept', () => {
  expect(compressed('run()\nrun()\n', keeping(''))).toBe('…\n')
})

it('is the text where leaving out would not shorten it', () => {
  for (const text of ['', 'a', '\n', 'a\n']) expect(compressed(text, keeping(text))).toBe(text)
  const whole = 'import a\n\nimport b\n'
  expect(compressed(whole, keeping(whole, 'import a\n\nimport b'))).toBe(whole)
})
