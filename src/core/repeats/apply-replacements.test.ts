import { expect, it } from 'vitest'
import type { Part, ResultContent } from '../content/part.ts'
import { applyReplacements } from './apply-replacements.ts'
import type { Replacement } from './replacement.ts'

const file = { kind: 'file', path: 'a.ts', way: 'mention', range: { from: 1, to: 9 }, text: 'long' } as const
const text = { kind: 'text', text: 'x' } as const

function result(...content: readonly ResultContent[]): Part {
  return { kind: 'tool-result', callId: 'c', name: 'read', content, provider: { openai: { id: 'r' } } }
}

function at(part: number, more: Partial<Replacement> = {}): Replacement {
  return { node: 'n', part, form: 'notice', kind: 'repeated', pointsTo: ['m'], text: 'short', saves: 1, ...more }
}

it('puts a text in place of a file, in a message and in a result', () => {
  const short = { kind: 'text', text: 'short' } as const
  expect(applyReplacements([text, file, text], [at(1)])).toEqual([text, short, text])
  expect(applyReplacements([result(text, file, file)], [at(0, { within: 1 })])).toEqual([result(text, short, file)])
})

it('keeps a file whose lines are cut, and says from where to where it goes', () => {
  const keptLines = [{ from: 2, to: 3 }]
  const replacement = at(0, { form: 'excerpt', keptLines })
  expect(applyReplacements([file], [replacement])).toEqual([{ ...file, text: 'short', range: { from: 2, to: 3 } }])
})

it('is a file with several runs of lines only where its text tells which', () => {
  const keptLines = [
    { from: 2, to: 3 },
    { from: 7, to: 7 },
  ]
  const texts = ['[remark]\na\nb\n[from line 7]\nc\n', '[remark]\n2→a\n3→b\n7→c\n', 'a\nb\nc\n', 'a\nb\nc\nd\ne\nf\n']
  const kinds = texts.map((text) => applyReplacements([file], [at(0, { form: 'excerpt', keptLines, text })])[0])
  expect(kinds).toEqual([
    { ...file, text: texts[0], range: { from: 2, to: 7 } },
    { ...file, text: texts[1], range: { from: 2, to: 7 } },
    { kind: 'text', text: texts[2] },
    { kind: 'text', text: texts[3] },
  ])
})

it('puts one text in place of the whole result of another tool', () => {
  expect(applyReplacements([result(text, text)], [at(0)])).toEqual([result({ kind: 'text', text: 'short' })])
})

it('leaves alone what has no such place, and never changes what it is given', () => {
  const parts = Object.freeze([text, result(text), file])
  const applied = applyReplacements(parts, [at(0), at(1, { within: 0 }), at(1, { within: 7 }), at(9)])
  expect(applied).toEqual(parts)
  expect(applyReplacements(parts, [at(2)])).not.toBe(parts)
  expect(parts[2]).toEqual({ ...file })
})
