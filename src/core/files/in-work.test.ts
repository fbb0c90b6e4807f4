import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters, estimate } from '../content/measure.ts'
import type { BookedFile } from './file-book.ts'
import type { FileState } from './file-state.ts'
import { carriedWithin, inWork } from './in-work.ts'

const booked = (key: string, changed: boolean): BookedFile => ({ key, path: key, changed, uses: [] })
const numbers = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => `line ${from + at}`)
const stateWith = (more: Partial<FileState>): FileState => ({
  key: 'a',
  path: './a',
  whole: true,
  runs: [{ from: 1, lines: numbers(1, 100) }],
  places: [],
  node: 'n',
  ...more,
})

describe('inWork', () => {
  it('puts what the session changed ahead of what it read, each newest first, and ends with sixteen', () => {
    const files = [booked('r1', false), booked('w1', true), booked('r2', false), booked('w2', true)]
    expect(inWork({ files, count: 4 }).map(({ key }) => key)).toEqual(['w1', 'w2', 'r1', 'r2'])
    const many = Array.from({ length: 40 }, (_, at) => booked(`${at}`, at > 30))
    expect(inWork({ files: many, count: 40 })).toHaveLength(16)
  })

  it('keeps what the current turn names, ahead of what was only read, and leaves out other files of long ago', () => {
    const used = (key: string, at: number): BookedFile => ({
      ...booked(key, false),
      uses: [{ node: 'n', part: 0, kind: 'read', at }],
    })
    const book = { files: [used('src/new.ts', 9), used('src/old.ts', 1), used('src/named.ts', 0)], count: 10 }
    const found = inWork(book, { uses: 5, said: 'Look at named.ts again.' })
    expect(found.map(({ key }) => key)).toEqual(['src/named.ts', 'src/new.ts'])
  })
})

describe('carriedWithin', () => {
  it('carries the whole file where it fits, and says that it is the whole', () => {
    const carried = carriedWithin(stateWith({}), 5000, characters)
    expect(carried).toMatchObject({ whole: true, node: 'n' })
    expect(carried?.text).toMatch(/^\[\.\/a, whole, in its newest state\]\nline 1\nline 2\n/)
  })

  it('carries the lines around the newest places where the whole does not fit', () => {
    const places = [
      { from: 60, to: 60 },
      { from: 5, to: 6 },
    ]
    const carried = carriedWithin(stateWith({ places }), 650, characters)
    expect(carried).toMatchObject({ whole: false, runs: [{ from: 35, lines: numbers(35, 51) }] })
    expect(carried?.text).toMatch(/^\[\.\/a, in parts, in its newest state\]\n\[from line 35\]\nline 35\n/)
  })

  it('carries everything known of a file that is not known as a whole', () => {
    const runs = [
      { from: 3, lines: ['c'] },
      { from: 9, lines: ['i', 'j'] },
    ]
    expect(carriedWithin(stateWith({ whole: false, runs }), 500, characters)?.text).toBe(
      '[./a, in parts, in its newest state]\n[from line 3]\nc\n[from line 9]\ni\nj',
    )
  })

  it('carries nothing where nothing fits, and nothing of a file of which nothing is known', () => {
    expect(carriedWithin(stateWith({ places: [{ from: 1, to: 1 }] }), 40, characters)).toBeUndefined()
    expect(carriedWithin(stateWith({ whole: false, runs: [] }), 500, characters)).toBeUndefined()
  })

  it('never takes more than the room, and shows lines as they are', () => {
    const place = fc.record({ from: fc.integer({ min: 1, max: 100 }), to: fc.integer({ min: 1, max: 100 }) })
    fc.assert(
      fc.property(fc.array(place), fc.nat(1200), fc.constantFrom(characters, estimate), (places, room, measure) => {
        const carried = carriedWithin(stateWith({ places }), room, measure)
        if (!carried) return
        expect(measure.count(carried.text)).toBeLessThanOrEqual(room)
        for (const { from, lines } of carried.runs) expect(lines).toEqual(numbers(from, lines.length))
      }),
      { numRuns: 400 },
    )
  })
})
