import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters, estimate } from '../content/measure.ts'
import type { LineRange, Part, ResultContent } from '../content/part.ts'
import { sizeOfParts } from '../content/size.ts'
import { applyReplacements } from './apply-replacements.ts'
import { findRepeats } from './find-repeats.ts'
import { linesOf } from './lines.ts'
import type { Replacement } from './replacement.ts'
import { type Shown, type ShownCall, type ShownFile, shownIn } from './shown.ts'
import { repeatWording } from './wording.ts'

interface ExampleNode {
  readonly id: string
  readonly parts: readonly Part[]
}

/** What happens to one of two files: it is read, written, or changed by something that is not recorded. */
const step = fc.record({
  file: fc.constantFrom('a.ts', './a.ts', 'b.ts'),
  does: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('range', 'change') },
    { weight: 2, arbitrary: fc.constantFrom('range', 'whole', 'mention', 'lie', 'list', 'edit', 'write') },
  ),
  from: fc.integer({ min: 1, max: 12 }),
  count: fc.integer({ min: 1, max: 10 }),
  dressed: fc.constantFrom('raw', 'raw', 'numbered', 'remarks'),
  line: fc.integer({ min: 0, max: 14 }),
  word: fc.constantFrom('', '}', 'value that is long enough', 'other words, quite long as well'),
  removes: fc.nat({ max: 4 }),
})

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A conversation in which these steps are taken. The ids of nodes are not of one length. */
function conversation(steps: readonly Step[]): { nodes: ExampleNode[]; calls: Map<string, ShownCall> } {
  const files = new Map<string, string[]>()
  const calls = new Map<string, ShownCall>()
  const nodes = steps.flatMap((taken, at): ExampleNode[] => {
    const { file, does, line, word, removes } = taken
    const key = file.replace('./', '')
    const lines = files.get(key) ?? Array.from({ length: 15 }, (_, row) => `${key} row ${row + 1} of the example`)
    files.set(key, lines)
    if (does === 'edit' || does === 'write' || does === 'change') lines.splice(line, removes, word, `${word}${at}`)
    const callId = `c${at}`
    const writes = does === 'edit' || does === 'write' ? [file] : []
    calls.set(callId, { name: does, input: does === 'list' ? { file: key } : { file, from: taken.from }, writes })
    const content = contentOf(taken, lines)
    if (!content) return []
    const id = `n${at % 3 === 0 ? '' : '0000'}${at}`
    return [{ id, parts: does === 'mention' ? [content] : [{ kind: 'tool-result', callId, content: [content] }] }]
  })
  return { nodes, calls }
}

function contentOf({ file, does, from, count, dressed }: Step, lines: readonly string[]): ResultContent | undefined {
  const text = `${lines.join('\n')}\n`
  switch (does) {
    case 'change':
      return undefined
    case 'edit':
      return { kind: 'text', text: 'Done.' }
    case 'list':
      return { kind: 'text', text }
    case 'whole':
    case 'write':
    case 'mention':
      return { kind: 'file', path: file, way: does === 'whole' ? 'read' : does, text }
    case 'lie':
      return { kind: 'file', path: file, way: 'read', range: { from, to: from + 40 }, text }
    default: {
      const shown = lines.slice(from - 1, from - 1 + count)
      const range: LineRange = { from, to: from + shown.length - 1 }
      const rows = shown.map((row, at) => (dressed === 'numbered' ? `  ${from + at}→${row}\n` : `${row}\n`)).join('')
      const remarks = `${rows}\n[12 more lines in file. Use offset=${range.to + 1} to continue]`
      return { kind: 'file', path: file, way: 'read', range, text: dressed === 'remarks' ? remarks : rows }
    }
  }
}

const example = fc.array(step, { maxLength: 20 }).map(conversation)
const measured = fc.constantFrom(characters, estimate)

function shownOf({ nodes, calls }: { nodes: readonly ExampleNode[]; calls: ReadonlyMap<string, ShownCall> }): Shown[] {
  return nodes.flatMap((node) => shownIn(node, { calls }))
}

function isAt(one: Shown | Replacement, other: Shown | Replacement): boolean {
  return one.node === other.node && one.part === other.part && one.within === other.within
}

/** Every replacement, with what it replaces and what of the same file or result it points at. */
function pairs(shown: readonly Shown[], found: readonly Replacement[]) {
  return found.map((replacement) => {
    const at = shown.findIndex((each) => each.kind !== 'edit' && isAt(each, replacement))
    const from = shown[at] as Exclude<Shown, { kind: 'edit' }>
    const targets = replacement.pointsTo.map((node) =>
      shown.slice(at + 1).find((each) => each.node === node && each.key === from.key && each.kind === from.kind),
    )
    return { replacement, at, from, targets }
  })
}

/** The texts of lines as they are sent in the end: none under a notice. */
function sentLines(file: ShownFile, found: readonly Replacement[]): string[] {
  const replacement = found.find((each) => isAt(each, file))
  if (replacement?.form === 'notice') return []
  const lines = file.range ? (linesOf(file.text, file.range)?.lines ?? []) : file.text.split('\n').map(asLine)
  const kept = replacement?.keptLines
  return lines.filter(({ number }) => !kept || isIn(number, kept)).map(({ text }) => text)
}

function asLine(text: string, at: number): { number: number; text: string } {
  return { number: at + 1, text }
}

function isIn(line: number, ranges: readonly LineRange[]): boolean {
  return ranges.some(({ from, to }) => from <= line && line <= to)
}

describe('what is replaced', () => {
  it('is strictly smaller by what it says, and everything else stays as it was', () => {
    fc.assert(
      fc.property(example, measured, ({ nodes, calls }, measure) => {
        const before = structuredClone(nodes)
        const found = findRepeats(shownOf({ nodes, calls }), { measure })
        for (const { id, parts } of nodes) {
          const own = found.filter(({ node }) => node === id)
          const saves = own.reduce((sum, each) => sum + each.saves, 0)
          expect(own.every((each) => each.saves > 0)).toBe(true)
          const applied = applyReplacements(parts, own)
          expect(sizeOfParts(applied, measure)).toBe(sizeOfParts(parts, measure) - saves)
          if (own.length === 0) expect(applied).toEqual(parts)
        }
        expect(nodes).toEqual(before)
      }),
    )
  })

  it('points at what comes later, shows the same file or result, and is no notice itself', () => {
    fc.assert(
      fc.property(example, measured, (given, measure) => {
        const shown = shownOf(given)
        const found = findRepeats(shown, { measure })
        for (const { replacement, targets } of pairs(shown, found)) {
          expect(targets.length).toBeGreaterThan(0)
          for (const target of targets) {
            const itself = found.find((each) => target && isAt(each, target))
            expect(target && itself?.form !== 'notice').toBe(true)
            if (replacement.form === 'excerpt') expect(replacement.keptLines?.length).toBeGreaterThan(0)
          }
        }
      }),
    )
  })

  it('loses no line of a range, unless the file was written or is shown whole behind it', () => {
    fc.assert(
      fc.property(example, (given) => {
        const shown = shownOf(given)
        const found = findRepeats(shown, { measure: characters })
        for (const { replacement, at, from, targets } of pairs(shown, found)) {
          if (from.kind !== 'file' || !from.range) continue
          const files = targets.filter((each) => each?.kind === 'file')
          const last = Math.max(...files.map((file) => shown.indexOf(file)))
          const behind = shown.slice(at + 1, last + 1).filter(({ key }) => key === from.key)
          const written = behind.some((each) => each.kind === 'edit' || (each.kind === 'file' && each.way === 'write'))
          if (written || files.some(({ range }) => !range)) continue
          const sent = new Set(files.flatMap((file) => sentLines(file, found)))
          const parsed = linesOf(from.text, from.range)
          if (!parsed) expect(files.map(({ text }) => text)).toEqual([from.text])
          for (const { number, text } of parsed?.lines ?? []) {
            if (!isIn(number, replacement.keptLines ?? [])) expect(sent).toContain(text)
            else expect(replacement.text).toContain(text)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is stale exactly where a write lies behind it', () => {
    fc.assert(
      fc.property(example, (given) => {
        const shown = shownOf(given)
        for (const { replacement, at, from } of pairs(shown, findRepeats(shown, { measure: characters }))) {
          const written = shown
            .slice(at + 1)
            .some(
              (each) =>
                each.key === from.key && (each.kind === 'edit' || (each.kind === 'file' && each.way === 'write')),
            )
          expect(replacement.kind).toBe(written ? 'stale' : 'repeated')
        }
      }),
    )
  })

  it('is never the last occurrence, and no whole file behind which there is only a range', () => {
    fc.assert(
      fc.property(example, (given) => {
        const shown = shownOf(given)
        for (const { at, from } of pairs(shown, findRepeats(shown, { measure: characters }))) {
          const later = shown.slice(at + 1).filter(({ key, kind }) => key === from.key && kind === from.kind)
          const wholes = later.filter((each) => each.kind === 'file' && !each.range)
          expect(from.kind === 'file' && !from.range ? wholes : later).not.toEqual([])
        }
      }),
    )
  })

  it('is everything there is: once notices of one size are in place, there is nothing to replace', () => {
    const wording = { notice: () => '[shown again]', remark: () => '[shown again]\n', gap: repeatWording().gap }
    fc.assert(
      fc.property(example, measured, ({ nodes, calls }, measure) => {
        const found = findRepeats(shownOf({ nodes, calls }), { measure, wording })
        const applied = nodes.map(({ id, parts }) => {
          return {
            id,
            parts: applyReplacements(
              parts,
              found.filter(({ node }) => node === id),
            ),
          }
        })
        expect(findRepeats(shownOf({ nodes: applied, calls }), { measure, wording })).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
