import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters, estimate, type Measure } from '../../../core/content/measure.ts'
import type { Piece } from '../../../retrieval/file-scorer.ts'
import { choosePieces } from './choose-pieces.ts'
import { rangesOf } from './chosen-file.ts'
import { type ExampleFile, exampleBlocks } from './example-blocks.ts'

function linesOf(count: number): string {
  return Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('')
}

/** The lines that are chosen of each file, and what they take together. */
async function choose(
  files: readonly ExampleFile[],
  room: number,
  measure: Measure = characters,
): Promise<{
  readonly lines: { readonly [path: string]: unknown }
  readonly size: number
  readonly read: readonly string[]
}> {
  const { blocks, ranked, read } = await exampleBlocks(files, measure)
  const chosen = await choosePieces(blocks, ranked, room)
  for (const each of chosen) {
    expect(each.size).toBe(each.isWhole ? each.file.size : blocks.excerpt(each.file.path, rangesOf(each)).size)
  }
  return {
    lines: Object.fromEntries(
      chosen.map((each) => [each.file.path, each.isWhole ? 'all' : rangesOf(each).map(({ from, to }) => [from, to])]),
    ),
    size: chosen.reduce((sum, each) => sum + each.size, 0),
    read,
  }
}

describe('what is chosen for a task', () => {
  const files: readonly ExampleFile[] = [
    {
      path: 'a.txt',
      text: linesOf(100),
      pieces: [
        [11, 20, 9],
        [61, 70, 1],
      ],
    },
    {
      path: 'b.txt',
      text: linesOf(100),
      pieces: [
        [1, 10, 5],
        [6, 15, 4],
      ],
    },
  ]

  it('is the best pieces of all files, whatever file they are in', async () => {
    expect((await choose(files, 300)).lines).toEqual({ 'a.txt': [[11, 20]], 'b.txt': [[1, 15]] })
    expect((await choose(files, 400)).lines).toEqual({
      'a.txt': [
        [11, 20],
        [61, 70],
      ],
      'b.txt': [[1, 15]],
    })
  })

  it('passes over what does not fit for a worse piece that does', async () => {
    const large: ExampleFile = { path: 'large.txt', text: linesOf(100), pieces: [[1, 60, 10]] }
    expect((await choose([large, ...files], 130)).lines).toEqual({ 'a.txt': [[11, 20]] })
  })

  it('uses the room that pieces leave when they are written as one', async () => {
    const pieces: Piece[] = [
      [1, 10, 9],
      [11, 20, 8],
      [21, 30, 7],
      [41, 50, 6],
    ]
    const file: ExampleFile = { path: 'a.txt', text: linesOf(100), pieces }
    const { size, lines } = await choose([file], 1000)
    expect(lines).toEqual({
      'a.txt': [
        [1, 30],
        [41, 50],
      ],
    })
    expect(await choose([file], size)).toMatchObject({ lines, size })
  })

  it('gives back the worst where the pieces take more as they are written than alone', async () => {
    const gaps: Measure = { id: 'gaps', count: (text) => text.length + 100 * (text.split('…').length - 1) }
    const [a] = files
    expect((await choose(a ? [a] : [], 250)).lines).toEqual({
      'a.txt': [
        [11, 20],
        [61, 70],
      ],
    })
    expect((await choose(a ? [a] : [], 250, gaps)).lines).toEqual({ 'a.txt': [[11, 20]] })
  })

  it('is all of a file where that is hardly more', async () => {
    const [, b] = files
    const small: ExampleFile = { path: 'small.txt', text: linesOf(11), pieces: [[1, 10, 10]] }
    expect((await choose([small, ...(b ? [b] : [])], 250)).lines).toEqual({ 'small.txt': 'all', 'b.txt': [[1, 10]] })
  })

  it('is never a part of a file whose bodies were taken away', async () => {
    const bare: ExampleFile = { path: 'bare.ts', form: 'signatures', text: linesOf(50), pieces: [[1, 10, 10]] }
    expect((await choose([bare], 300)).lines).toEqual({})
    expect((await choose([bare], 700)).lines).toEqual({ 'bare.ts': 'all' })
  })

  it('is the first lines of the best piece where no piece fits, and nothing where no line does', async () => {
    expect((await choose(files, 65)).lines).toEqual({ 'a.txt': [[11, 13]] })
    expect((await choose(files, 20)).lines).toEqual({})
  })

  it('has nothing of files that have nothing to do with the task', async () => {
    expect(await choose([{ path: 'a.txt', text: linesOf(9), pieces: [[1, 9, 0]] }], 1000)).toEqual({
      lines: {},
      size: 0,
      read: [],
    })
  })

  it('reads no more files than the room asks for, each once', async () => {
    const many = Array.from(
      { length: 300 },
      (_, at): ExampleFile => ({
        path: `${at}.txt`,
        text: linesOf(100),
        pieces: [
          [1, 10, 1000 - at],
          [40, 50, 500 - at],
        ],
      }),
    )
    const { read } = await choose(many, 600)
    expect(new Set(read).size).toBe(read.length)
    expect(read.length).toBeGreaterThan(4)
    expect(read.length).toBeLessThan(40)
  })

  it('is never over the room, is measured as it is written, and is the same in whatever order files come', async () => {
    /** The whole measures less than its parts together, or more. */
    const uneven: Measure = { id: 'uneven', count: (text) => text.length + (text.match(/[13579]/g) ?? []).length ** 2 }
    const line = fc.oneof(
      { arbitrary: fc.string({ maxLength: 30 }), weight: 4 },
      fc.constantFrom('', '```', '# x', '1357913579'),
    )
    const text = fc.array(line, { maxLength: 80 }).map((lines) => lines.join('\n'))
    const piece = fc
      .tuple(fc.nat(80), fc.nat(20), fc.nat(9))
      .map(([from, more, score]): Piece => [from + 1, from + 1 + more, score])
    const file = fc.record({ text, pieces: fc.array(piece, { maxLength: 8 }) })
    const measure = fc.constantFrom(characters, estimate, uneven)
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 6 }), measure, fc.nat(1500), async (given, counted, room) => {
        const named = given.map((each, at): ExampleFile => ({ ...each, path: `${at}.txt` }))
        const made = await choose(named, room, counted)
        expect(made.size).toBeLessThanOrEqual(room)
        const turned = await choose(named.toReversed(), room, counted)
        expect(turned).toEqual({ ...made, read: turned.read })
      }),
    )
  })
})
