import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonFault } from './json-position.ts'

describe('jsonFault', () => {
  it.each([
    ['{"a": 3,}', { line: 1, column: 9 }],
    ['{\n  "a": 3\n  "b": 4\n}', { line: 3, column: 3 }],
    ['', { line: 1, column: 1 }],
    ['[1, 2', { line: 1, column: 6 }],
    ['{"a" 1}', { line: 1, column: 6 }],
    ['[1] []', { line: 1, column: 5 }],
    ['[}', { line: 1, column: 2 }],
    ['nul', { line: 1, column: 1 }],
  ])('finds where %j stops being JSON', (text, place) => {
    expect(jsonFault(text)).toEqual(place)
  })

  it('agrees with JSON.parse on what is JSON, however it is damaged', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '0', '\u0001', ':'), (json, at, put) => {
        const place = at % (json.length + 1)
        const text = json.slice(0, place) + put + json.slice(place + 1)
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(jsonFault(text) === undefined).toBe(isJson)
      }),
    )
  })

  it('takes 100,000 levels', () => {
    expect(jsonFault('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined()
    expect(jsonFault('['.repeat(100_000))).toEqual({ line: 1, column: 100_001 })
  })
})
