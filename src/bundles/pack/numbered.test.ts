import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numbered } from './numbered.ts'

it('puts a number before every line, and takes nothing away', () => {
  const text = fc.array(fc.oneof(fc.string(), fc.constantFrom('\n', '\r\n', '\r', '\t'))).map((of) => of.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 10_000 }), (given, from) => {
      const lines = numbered(given, from).split('\n')
      expect(lines.map((line) => line.replace(/^\d+\t/, '')).join('\n')).toBe(given)
      const counted = given.endsWith('\n') ? lines.slice(0, -1) : lines
      if (given !== '')
        expect(counted.map((line) => Number.parseInt(line, 10))).toEqual(counted.map((_, at) => from + at))
    }),
  )
})
