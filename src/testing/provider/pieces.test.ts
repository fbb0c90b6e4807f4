import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inputPieces, textPieces } from './pieces.ts'

describe('pieces', () => {
  it('are a few words each, with the spaces before them', () => {
    expect(textPieces('One two three four\nfive.\n')).toEqual(['One two three', ' four\nfive.\n'])
  })

  it('cut a long unbroken run', () => {
    expect(textPieces('x'.repeat(100)).length).toBeGreaterThan(1)
  })

  it('are the text again when they are put together, and none is empty', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(textPieces(text).join('')).toBe(text)
        expect(inputPieces(text).join('')).toBe(text)
        expect([...textPieces(text), ...inputPieces(text)]).not.toContain('')
      }),
    )
  })
})
