import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode } from './decode.ts'

const text = (of: string, repaired = 0): object => ({ kind: 'text', text: of, repaired })
const bigEndian = (of: string): Buffer => Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(of, 'utf16le').swap16()])
const littleEndian = (of: string): Buffer => Buffer.from(`\ufeff${of}`, 'utf16le')

describe('the text of bytes', () => {
  it('is what was written as UTF-8, whatever that is', () => {
    const wellFormed = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .filter((of) => !of.includes('\0') && of.isWellFormed())
    fc.assert(
      fc.property(wellFormed, (of) => {
        fc.pre(!of.startsWith('\ufeff'))
        expect(decode(Buffer.from(of))).toEqual(text(of))
        expect(decode(Buffer.from(`\ufeff${of}`))).toEqual(text(of))
        expect(decode(littleEndian(of))).toEqual(text(of))
        expect(decode(bigEndian(of))).toEqual(text(of))
      }),
    )
  })

  it('keeps every kind of line end, and a mark that is not the first character', () => {
    expect(decode(Buffer.from('a\r\nb\rc\n\ufeffd'))).toEqual(text('a\r\nb\rc\n\ufeffd'))
    expect(decode(Buffer.from('\ufeff\ufeffa'))).toEqual(text('\ufeffa'))
  })

  it('is empty for no bytes and for a mark alone', () => {
    for (const bytes of [[], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]]) {
      expect(decode(Buffer.from(bytes))).toEqual(text(''))
    }
  })

  it('does not change when the bytes are overwritten, and leaves them as they are', () => {
    const bytes = bigEndian('Grüße')
    const before = Buffer.from(bytes)
    const decoded = decode(bytes)
    expect(bytes).toEqual(before)
    bytes.fill(0x61)
    expect(decoded).toEqual(text('Grüße'))
  })
})

describe('what is invalid', () => {
  it('becomes U+FFFD and is counted, without those that were written', () => {
    const latin1 = Buffer.from('\u00fcber alles in der Welt, sch\u00f6n', 'latin1')
    const written = Buffer.from(' and a genuine \ufffd')
    expect(decode(Buffer.concat([latin1, written]))).toEqual(
      text('\ufffdber alles in der Welt, sch\ufffdn and a genuine \ufffd', 2),
    )
  })

  it('is repaired up to a tenth of the characters, and binary from there on', () => {
    expect(decode(Buffer.from('123456789\xff', 'latin1'))).toEqual(text('123456789\ufffd', 1))
    expect(decode(Buffer.from('12345678\xff', 'latin1'))).toEqual({ kind: 'binary' })
    expect(decode(Buffer.from('\xff\xfe\xfd'.repeat(9).slice(1), 'latin1')).kind).toBe('binary')
  })

  it('is counted in UTF-16 too: half a pair, and half a character at the end', () => {
    expect(decode(littleEndian('a lonely \ud83d surrogate'))).toEqual(text('a lonely \ufffd surrogate', 1))
    expect(decode(Buffer.concat([littleEndian('ten letters'), Buffer.of(0x61)]))).toEqual(text('ten letters\ufffd', 1))
    expect(decode(Buffer.concat([bigEndian('ten letters'), Buffer.of(0)]))).toEqual(text('ten letters\ufffd', 1))
  })
})

describe('binary', () => {
  it('is a NUL in the first 8,000 bytes, and not one behind them', () => {
    expect(decode(Buffer.from(`${'a'.repeat(7999)}\0`))).toEqual({ kind: 'binary' })
    expect(decode(Buffer.from(`${'a'.repeat(8000)}\0`))).toEqual(text(`${'a'.repeat(8000)}\0`))
  })

  it('is UTF-32, and a UTF-16 mark with zeros behind it', () => {
    expect(decode(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]))).toEqual({ kind: 'binary' })
    expect(decode(Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]))).toEqual({ kind: 'binary' })
  })

  it('is not a single line of 80,000 characters', () => {
    const line = 'x'.repeat(80_000)
    expect(decode(Buffer.from(line))).toEqual(text(line))
  })
})
