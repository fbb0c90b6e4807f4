import { describe, expect, it } from 'vitest'
import { shortIdLength, shortIds } from './short-id.ts'

describe('shortIds', () => {
  it('gives prefixes of the random part, from four characters on, then the whole id', () => {
    const all = [...shortIds('01JABCDEFGHJKMNPQRSTVWXYZ0', 0)]
    expect(all.slice(0, 2)).toEqual(['hjkm', 'hjkmn'])
    expect(all.at(-2)).toBe('hjkmnpqrstvwxyz0')
    expect(all.at(-1)).toBe('01jabcdefghjkmnpqrstvwxyz0')
  })

  it('starts longer where many nodes would clash', () => {
    expect([0, 16_384, 16_385, 524_289].map(shortIdLength)).toEqual([4, 4, 5, 6])
  })

  it('falls back to the whole id where there is no random part', () => {
    expect([...shortIds('N1', 0)]).toEqual(['n1'])
  })
})
