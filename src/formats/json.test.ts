import { describe, expect, it } from 'vitest'
import { JsonError } from './errors.ts'
import { maxDepth, parseJson, tryParseJson } from './json.ts'

function codeOf(text: string): string {
  try {
    parseJson(text)
  } catch (error) {
    return error instanceof JsonError ? error.code : 'another error'
  }
  return 'none'
}

describe('parseJson', () => {
  it('gives back what JSON.parse gives', () => {
    const value = { a: [1, { b: 'x"]}{[\\' }], c: null, '': '\\"' }
    expect(parseJson(JSON.stringify(value))).toEqual(value)
  })

  it('takes the deepest nesting that is allowed and refuses one level more', () => {
    expect(codeOf('['.repeat(maxDepth) + ']'.repeat(maxDepth))).toBe('none')
    expect(codeOf('['.repeat(maxDepth + 1) + ']'.repeat(maxDepth + 1))).toBe('json-too-deep')
  })

  it.each([10_000, 1_000_000])('refuses %i levels without overflowing the stack', (levels) => {
    expect(codeOf(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)).toBe('json-too-deep')
    expect(codeOf('['.repeat(levels))).toBe('json-too-deep')
  })

  it('does not count brackets inside strings', () => {
    expect(codeOf(JSON.stringify(`${'['.repeat(1000)}\\"${'{'.repeat(1000)}`))).toBe('none')
  })

  it('refuses the key __proto__ at any depth, also when it is written with escapes', () => {
    expect(codeOf('{"__proto__":{"x":1}}')).toBe('json-proto-key')
    expect(codeOf('[{"a":[{"\\u005f_proto\\u005F\\u005f":1}]}]')).toBe('json-proto-key')
    expect(codeOf('{"__pr\\u006fto__":1}')).toBe('json-proto-key')
  })

  it('takes __proto__ as a text', () => {
    expect(parseJson('{"text":"__proto__"}')).toEqual({ text: '__proto__' })
  })

  it('says whether a text is cut short or damaged', () => {
    expect(() => parseJson('{"a":"b')).toThrow('cut short')
    expect(() => parseJson('{"a" 1}')).toThrow('from character 6 on')
    expect(tryParseJson('')).toBeUndefined()
  })
})
