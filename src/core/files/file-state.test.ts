import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../content/json.ts'
import type { FilePart, LineRange, Part } from '../content/part.ts'
import { type BookNode, bookOn } from './file-book.ts'
import { type FileState, hasNumbers, stateOf } from './file-state.ts'

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `line number ${at + 1} of it`)

/** What a session of these parts, one node each, knows of the file `a`. */
function known(...parts: readonly Part[]): FileState {
  const nodes = parts.map((part, at): BookNode => ({ id: `n${at}`, parts: [part] }))
  const [file] = bookOn(undefined, nodes).files
  if (!file) throw new Error('no file')
  return stateOf(file, (id) => nodes.find((node) => node.id === id)?.parts ?? [])
}

const shown = (text: readonly string[], range?: LineRange, numbered = false): FilePart => {
  const first = range?.from ?? 1
  const all = numbered ? text.map((line, at) => `${first + at}\t${line}`) : text
  return { kind: 'file', path: 'a', way: 'read', text: all.join('\n'), ...(range ? { range } : {}) }
}
const call = (name: string, input: { readonly [key: string]: Json }): Part => ({
  kind: 'tool-call',
  callId: 'c',
  name,
  input: { path: 'a', ...input },
})
const edit = (before: string, after: string, more: { readonly [key: string]: Json } = {}): Part =>
  call('edit', { old_text: before, new_text: after, ...more })
const textOf = ({ runs }: FileState): string[] => runs.flatMap((run) => run.lines)

describe('stateOf', () => {
  it('is the whole file as it was shown, without the numbers that a tool put before its lines', () => {
    for (const numbered of [true, false]) {
      const state = known(shown(lines(9), undefined, numbered))
      expect(state).toMatchObject({ whole: true, runs: [{ from: 1, lines: lines(9) }], node: 'n0' })
    }
  })

  it('is the whole file as it was written, with all edits since', () => {
    const state = known(call('write', { content: lines(3).join('\n') }), edit('number 2', 'number two'))
    expect(state.whole).toBe(true)
    expect(textOf(state)[1]).toBe('line number two of it')
    expect(state.places[0]).toEqual({ from: 2, to: 2 })
  })

  it('joins ranges that meet or overlap, the newer on top, and keeps others apart', () => {
    const all = lines(30)
    const newer = all.map((line) => `${line}, newer`)
    const state = known(
      shown(all.slice(0, 5), { from: 1, to: 5 }),
      shown(newer.slice(3, 8), { from: 4, to: 8 }),
      shown(all.slice(19, 22), { from: 20, to: 22 }, true),
    )
    expect(state).toMatchObject({ whole: false })
    expect(state.runs).toEqual([
      { from: 1, lines: [...all.slice(0, 3), ...newer.slice(3, 8)] },
      { from: 20, lines: all.slice(19, 22) },
    ])
  })

  it('numbers what stands behind an edit on by the lines that it adds', () => {
    const all = lines(40)
    const state = known(
      shown(all.slice(0, 5), { from: 1, to: 5 }),
      shown(all.slice(29, 32), { from: 30, to: 32 }),
      edit('line number 3 of it', 'three\nand a half'),
    )
    expect(state.runs.map(({ from }) => from)).toEqual([1, 31])
  })

  it('takes the numbers away where an edit that cannot be seen may have moved lines, until they are read again', () => {
    const all = lines(40)
    const unsure = known(shown(all.slice(29, 32), { from: 30, to: 32 }), edit('somewhere above', 'one\nmore'))
    expect(unsure.runs.every((run) => !hasNumbers(run))).toBe(true)
    expect(textOf(unsure)).toEqual([...all.slice(29, 32), 'one', 'more'])
    const again = known(
      shown(all.slice(29, 32), { from: 30, to: 32 }),
      edit('somewhere above', 'one\nmore'),
      shown(all.slice(29, 34), { from: 31, to: 35 }),
    )
    expect(again.runs[0]).toEqual({ from: 31, lines: all.slice(29, 34) })
  })

  it('takes signs of replacement texts for what they are', () => {
    const state = known(call('write', { content: 'price: X' }), edit('X', '$& $1 $$ $`'))
    expect(textOf(state)).toEqual(['price: $& $1 $$ $`'])
  })

  it('changes the first place, or every place where the call says so', () => {
    const written = call('write', { content: 'x\nx' })
    expect(textOf(known(written, edit('x', 'y')))).toEqual(['y', 'x'])
    expect(textOf(known(written, edit('x', 'y', { replace_all: true })))).toEqual(['y', 'y'])
  })

  it('stays where the whole file is known and has no such text', () => {
    expect(textOf(known(call('write', { content: 'x' }), edit('nowhere', 'y')))).toEqual(['x'])
  })

  it('agrees with the file, whatever part of it was read before and after which edits', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('read' as const), from: fc.nat(50), count: fc.integer({ min: 1, max: 15 }) }),
      fc.record({ kind: fc.constant('edit' as const), line: fc.nat(50), more: fc.nat(2) }),
      fc.record({ kind: fc.constant('whole' as const), numbered: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), fc.integer({ min: 1, max: 50 }), (steps, length) => {
        let file = lines(length)
        const parts = steps.map((each, at): Part => {
          if (each.kind === 'whole') return shown(file, undefined, each.numbered)
          if (each.kind === 'read') {
            const from = 1 + (each.from % file.length)
            const part = file.slice(from - 1, from - 1 + each.count)
            return shown(part, { from, to: from + part.length - 1 }, true)
          }
          const line = each.line % file.length
          const added = Array.from({ length: each.more }, (_, extra) => `added as ${extra} in step ${at}.`)
          const after = [`changed in step ${at}.`, ...added]
          const before = file[line] ?? ''
          file = file.toSpliced(line, 1, ...after)
          return edit(before, after.join('\n'))
        })
        const state = known(...parts)
        if (state.whole) expect(textOf(state)).toEqual(file)
        for (const run of state.runs) {
          const from = hasNumbers(run) ? run.from - 1 : file.indexOf(run.lines[0] ?? '')
          expect(file.slice(from, from + run.lines.length)).toEqual(run.lines)
        }
      }),
      { numRuns: 500 },
    )
  })
})
