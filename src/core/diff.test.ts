import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters } from './content/measure.ts'
import { diff, diffRequests } from './diff.ts'
import { examplePlan, exampleNode as node } from './example-input.ts'

const path = Array.from({ length: 6 }, (_, at) => node(`n${at}`, 10))
const nothing = { came: [], went: [], moved: [], changedForm: [], changedContent: [] }

describe('diff', () => {
  it('finds a plan the same as itself', () => {
    const made = examplePlan(100, path)
    expect(diff(made, made)).toEqual({ same: true, ...nothing })
  })

  it('finds plans that send the same under another limit not the same', () => {
    expect(diff(examplePlan(100, path), examplePlan(101, path))).toEqual({ same: false, ...nothing })
  })

  it('lists what came and what went, with sizes, in sending order', () => {
    const settings = { historyStrategy: 'rollingWindow' } as const
    const before = examplePlan(30, path, settings)
    const after = examplePlan(30, [...path, node('n6', 5), node('n7', 15)], settings)
    expect(diff(before, after)).toEqual({
      ...nothing,
      same: false,
      came: [
        { id: 'n6', size: 5 },
        { id: 'n7', size: 15 },
      ],
      went: [
        { id: 'n3', size: 10 },
        { id: 'n4', size: 10 },
      ],
    })
  })

  it('counts places among what both send, so that what came and went moves nothing', () => {
    const hits = (scores: readonly number[]) =>
      scores.map((score, at) => node(`hit${at}`, 1, { section: 'retrieved', score }))
    const before = examplePlan(100, [...hits([3, 2, 1]), ...path])
    const after = examplePlan(100, [...hits([3, 1, 2]), node('file', 1, { section: 'files' }), ...path.slice(1)])
    expect(diff(before, after)).toMatchObject({
      came: [{ id: 'file' }],
      went: [{ id: 'n0' }],
      moved: [
        { id: 'hit2', from: 8, to: 7 },
        { id: 'hit1', from: 7, to: 8 },
      ],
    })
  })

  it('says in which forms an item went before and goes now', () => {
    const hit = node('hit', 0, {
      section: 'retrieved',
      forms: [
        { kind: 'full', size: 20 },
        { kind: 'card', size: 5 },
      ],
    })
    const plans = [80, 70].map((limit) => examplePlan(limit, [hit, ...path]))
    const [before, after] = plans
    expect(before && after && diff(before, after)).toEqual({
      ...nothing,
      same: false,
      changedForm: [{ id: 'hit', from: 'full', to: 'card' }],
    })
  })

  it('notices that a text was rewritten under the same id', () => {
    const system = (content: string, size: number) =>
      node('system', size, { section: 'system', forms: [{ kind: 'full', size, content }] })
    const before = examplePlan(100, [system('old', 10), ...path])
    const after = examplePlan(100, [system('new', 12), ...path])
    expect(diff(before, after)).toEqual({
      ...nothing,
      same: false,
      changedContent: [{ id: 'system', from: 10, to: 12 }],
    })
  })
})

describe('diffRequests', () => {
  it('finds no byte that differs in equal texts, and all of them shared', () => {
    expect(diffRequests('añ😀', 'añ😀', characters)).toEqual({ firstByte: null, sharedPrefix: 3 })
    expect(diffRequests('', '', characters)).toEqual({ firstByte: null, sharedPrefix: 0 })
  })

  it('counts bytes in UTF-8, and what is shared in the measure', () => {
    expect(diffRequests('ab', 'ax', characters)).toEqual({ firstByte: 1, sharedPrefix: 1 })
    expect(diffRequests('ñ€😀a', 'ñ€😀b', characters)).toEqual({ firstByte: 9, sharedPrefix: 3 })
    expect(diffRequests('abc', 'ab', characters)).toEqual({ firstByte: 2, sharedPrefix: 2 })
    expect(diffRequests('', 'a', characters)).toEqual({ firstByte: 0, sharedPrefix: 0 })
  })

  it('looks inside a character for the byte, but shares only whole ones', () => {
    expect(diffRequests('xé', 'xè', characters)).toEqual({ firstByte: 2, sharedPrefix: 1 })
    expect(diffRequests('x😀', 'x😁', characters)).toEqual({ firstByte: 4, sharedPrefix: 1 })
    expect(diffRequests('x😀', 'x\ud83d', characters)).toMatchObject({ sharedPrefix: 1 })
  })

  it('finds the byte that comparing the encoded texts finds, whatever they are', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', 'è', '€', '😀', '😁', '\n'), maxLength: 6 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [a, b] = [Buffer.from(before), Buffer.from(after)]
        const { firstByte, sharedPrefix } = diffRequests(before, after, characters)
        let shared = 0
        while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++
        expect(firstByte).toBe(before === after ? null : shared)
        const points = [...after].slice(0, sharedPrefix).join('')
        expect(before.startsWith(points)).toBe(true)
        expect([...before][sharedPrefix] === [...after][sharedPrefix]).toBe(before === after)
      }),
      { numRuns: 500 },
    )
  })
})
