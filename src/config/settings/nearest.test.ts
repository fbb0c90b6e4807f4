import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  it.each([
    ['tokenBufer', 'tokenBuffer'],
    ['tokenbuffer', 'tokenBuffer'],
    ['mdoel', 'model'],
    ['modle', 'model'],
  ])('finds what %s was meant to be', (word, meant) => {
    expect(nearest(word, ['model', 'tokenBuffer', 'safety'])).toBe(meant)
  })

  it('says nothing rather than something far away', () => {
    expect(nearest('zzzzzz', ['model', 'tokenBuffer'])).toBeUndefined()
    expect(nearest('x', ['a'])).toBeUndefined()
  })
})
