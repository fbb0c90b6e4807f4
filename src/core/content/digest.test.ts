import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestJson, digestText } from './digest.ts'
import { canonicalJson } from './json.ts'

describe('digestText', () => {
  it('is the sha-256 of the UTF-8 bytes, as Node makes it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(digestText(text)).toBe(hash('sha256', text, 'hex'))
      }),
    )
  })

  it('knows the digests that the standard gives', () => {
    expect(digestText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(digestText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

describe('digestJson', () => {
  it('is that of the canonical text, whatever the order of the keys', () => {
    const value = { b: [1, 2], a: { d: null, c: 'ü' } }
    expect(digestJson(value)).toBe(hash('sha256', canonicalJson(value), 'hex'))
    expect(digestJson({ a: { c: 'ü', d: null }, b: [1, 2] })).toBe(digestJson(value))
    expect(digestJson({ a: { c: 'ü', d: null }, b: [2, 1] })).not.toBe(digestJson(value))
  })
})
