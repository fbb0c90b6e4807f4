import { codePoints, type Measure } from '../../core/content/measure.ts'
import type { PackPorts } from './pack-ports.ts'

/** Sizes of texts in the measure of a pack. */
export interface Sizes {
  of(text: string): Promise<number>
  /** The size of texts one behind the other, given the sum of their sizes and their code points. */
  ofAll(sum: number, codePoints: number): number
}

/** Counted once for each text that there is: what was counted in an earlier run is looked up, and then no tokenizer is loaded. */
export function cachedSizes({ cache, hash, measure, loadMeasure, sizeOfPoints }: PackPorts): Sizes {
  if (sizeOfPoints)
    return { of: async (text) => sizeOfPoints(codePoints(text)), ofAll: (_, points) => sizeOfPoints(points) }
  const kind = `size ${measure}`
  let loaded: Measure | undefined
  return {
    async of(text) {
      const key = hash(text)
      const known = cache.get(kind, key)
      if (known !== undefined && /^\d+$/.test(known)) return Number(known)
      loaded ??= await loadMeasure(measure)
      const size = loaded.count(text)
      cache.set(kind, key, String(size))
      return size
    },
    ofAll: (sum) => sum,
  }
}
