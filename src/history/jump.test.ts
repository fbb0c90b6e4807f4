import { describe, expect, it } from 'vitest'
import { jumpDepth, jumpsFar } from './jump.ts'

describe('jump pointers', () => {
  it('lead where the rule over parents says', () => {
    const jumps = [0]
    for (let depth = 1; depth < 5000; depth++) {
      const near = jumps[depth - 1] ?? 0
      const far = depth - 1 - near === near - (jumps[near] ?? 0)
      jumps.push(far ? (jumps[near] ?? 0) : depth - 1)
      expect(jumpsFar(depth - 1)).toBe(far)
      expect(jumpDepth(depth)).toBe(jumps[depth])
    }
  })

  it('reach every depth in a number of steps logarithmic in the depth', () => {
    for (const start of [1, 1000, 999_999, 1_048_575, 10_000_000]) {
      for (let goal = 0; goal < start; goal += 1 + Math.floor(start / 37)) {
        let steps = 0
        for (let at = start; at > goal; steps++) at = jumpDepth(at) >= goal ? jumpDepth(at) : at - 1
        expect(steps).toBeLessThanOrEqual(3 * Math.ceil(Math.log2(start + 2)))
      }
    }
  })
})
