import { describe, expect, it } from 'vitest'
import { characters, estimate } from '../core/content/measure.ts'
import { calibrated } from './calibrated.ts'
import { loadMeasure, measureIds } from './load-measure.ts'

describe('loadMeasure', () => {
  it('knows every listed id, and gives a measure of that id', async () => {
    expect(measureIds).toEqual(['characters', 'estimate', 'o200k_base', 'cl100k_base'])
    for (const id of measureIds) expect((await loadMeasure(id)).id).toBe(id)
  })

  it('gives the measures that need no loading as they are', async () => {
    expect(await loadMeasure('characters')).toBe(characters)
    expect(await loadMeasure('estimate')).toBe(estimate)
    expect(await loadMeasure('estimate*1')).toBe(estimate)
  })

  it('loads a vocabulary once, also when it is asked for twice at the same time', async () => {
    const [first, second] = await Promise.all([loadMeasure('o200k_base'), loadMeasure('o200k_base')])
    expect(first).toBe(second)
    expect(await loadMeasure('o200k_base')).toBe(first)
  })

  it('gives equal factors equal ids', async () => {
    expect((await loadMeasure('estimate*1.250')).id).toBe('estimate*1.25')
    expect((await loadMeasure('estimate*1.25')).id).toBe(calibrated(1.25).id)
  })

  it.each([
    'gpt2',
    '',
    'O200K_BASE',
    '__proto__',
    'estimate*',
    'estimate*0',
    'estimate*-1',
    'estimate*1e3',
    'estimate*99',
  ])('refuses %j and lists what it knows', async (id) => {
    await expect(loadMeasure(id)).rejects.toMatchObject({ code: 'unknown-measure', measureId: id })
    await expect(loadMeasure(id)).rejects.toThrow(/characters, estimate, o200k_base, cl100k_base/)
  })
})

describe('calibrated', () => {
  it('rounds the product up', () => {
    expect(calibrated(1.25).count('a'.repeat(40))).toBe(13)
    expect(calibrated(0.5).count('a')).toBe(1)
    expect(calibrated(1.25).count('')).toBe(0)
  })

  it('does not let a binary fraction add one', () => {
    expect(calibrated(1.1).count('a'.repeat(400))).toBe(110)
    expect(calibrated(1.15).count('a'.repeat(400))).toBe(115)
    expect(calibrated(1.35).count('a'.repeat(400_000))).toBe(135_000)
  })

  it('refuses a factor that is no calibration', () => {
    for (const factor of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 17, 0.00001]) {
      expect(() => calibrated(factor)).toThrow(RangeError)
    }
  })
})
