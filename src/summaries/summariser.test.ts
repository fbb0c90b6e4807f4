import { expect, it } from 'vitest'
import { characters } from '../core/content/measure.ts'
import { isWorthwhile } from './summariser.ts'

it('finds a summary worth having where it says something and is smaller', () => {
  expect(isWorthwhile('short', 6, characters)).toBe(true)
  expect(isWorthwhile('short', 5, characters)).toBe(false)
  expect(isWorthwhile(' \n', 5, characters)).toBe(false)
})
