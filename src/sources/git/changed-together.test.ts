import fc from 'fast-check'
import { expect, it } from 'vitest'
import { togetherIn } from './changed-together.ts'

it('does not count changes of more than 30 files', () => {
  const files = (count: number): string[] => Array.from({ length: count }, (_, file) => `${count}/${file}`)
  const together = togetherIn([files(30), files(31)])
  expect(together.partners('30/0')).toHaveLength(29)
  expect(together.partners('31/0')).toEqual([])
  expect(together.commits('31/0')).toBe(0)
})

it('orders by how often, then by UTF-16 code units', () => {
  const together = togetherIn([
    ['x', '\uffff', 'é', 'Z'],
    ['x', 'b', '𐀀'],
    ['x', 'b'],
  ])
  expect(together.partners('x').map((each) => each.path)).toEqual(['b', 'Z', 'é', '𐀀', '\uffff'])
})

it('is mutual, and does not depend on the order of changes or paths', () => {
  const name = fc.constantFrom('a', 'b', 'Z', 'é', '𐀀', '\uffff', '__proto__')
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(name)), (changes) => {
      const together = togetherIn(changes)
      const reversed = togetherIn(changes.toReversed().map((paths) => paths.toReversed()))
      for (const path of new Set(changes.flat())) {
        const partners = together.partners(path)
        expect(reversed.partners(path)).toEqual(partners)
        for (const partner of partners) {
          const back = together.partners(partner.path).find((each) => each.path === path)
          expect(back?.together).toBe(partner.together)
          expect(partner.ofOwn * together.commits(path)).toBeCloseTo(partner.together)
        }
      }
    }),
  )
})
