import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './json.ts'

const json = fc.jsonValue({ maxDepth: 4 })

/** The same value with the keys of every object the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, held]) => [key, turned(held)]),
  )
}

describe('canonicalJson', () => {
  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('is the same whatever the order of the keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value))
      }),
    )
  })

  it('holds keys that are numbers in the order of their characters, and any other odd key', () => {
    const odd = fc.dictionary(fc.constantFrom('10', '9', 'a', '__proto__', '01', '-1', ''), json)
    expect(canonicalJson({ 10: 1, 9: 2, a: 3 })).toBe('{"10":1,"9":2,"a":3}')
    expect(canonicalJson(JSON.parse('{"__proto__":{"b":1},"a":2}'))).toBe('{"__proto__":{"b":1},"a":2}')
    fc.assert(
      fc.property(odd, (value) => {
        const keys = [
          ...canonicalJson(Object.fromEntries(Object.keys(value).map((key) => [key, 0]))).matchAll(/"(.*?)":/g),
        ]
        expect(keys.map(([, key]) => key)).toEqual(Object.keys(value).sort())
      }),
    )
  })

  it('comes to itself again', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
      }),
    )
  })

  it('has keys in code-unit order, also those that look like numbers, and no white space', () => {
    expect(canonicalJson({ b: [1, { d: 1, c: 2 }], a: 'x y' })).toBe('{"a":"x y","b":[1,{"c":2,"d":1}]}')
    expect(canonicalJson({ a: 1, 9: 1, 10: 1, B: 1 })).toBe('{"10":1,"9":1,"B":1,"a":1}')
    expect(canonicalJson({ '\u{1f600}': 1, '\uffff': 1 })).toBe('{"\u{1f600}":1,"\uffff":1}')
  })

  it('leaves out keys without a value, and keeps the places of a list', () => {
    expect(canonicalJson({ a: undefined, b: null })).toBe('{"b":null}')
    expect(canonicalJson([undefined, 1])).toBe('[null,1]')
  })

  it('keeps a key that would change a prototype', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"z":0}'))).toBe('{"__proto__":{"a":1},"z":0}')
  })

  it('writes half a surrogate pair as an escape, so that the text is valid UTF-8', () => {
    expect(canonicalJson('\ud83d')).toBe('"\\ud83d"')
  })
})
