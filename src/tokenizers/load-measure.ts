import { characters, estimate, type Measure } from '../core/content/measure.ts'
import { calibrated, calibrationFactor } from './calibrated.ts'
import { type Encoding, encodings, exactMeasure, type LoadOptions } from './exact.ts'
import { scriptMeasureIn } from './script/script-measure.ts'
import { UnknownMeasure } from './unknown-measure.ts'

/** The ids of measures that stand by themselves; `estimate*FACTOR` and `script*WEIGHTS` come on top. */
export const measureIds: readonly string[] = [characters.id, estimate.id, ...encodings]

/** What was loaded, or is being loaded, in this process. A load that failed is not kept. */
const loaded = new Map<Encoding, Promise<Measure>>()

/**
 * The measure with this id: `characters`, `estimate`, `estimate*1.25`, `o200k_base`, `cl100k_base`, or `script*` and the weights
 * that calibration learned. A vocabulary is loaded when it is first asked for, and once per process, whatever folder the
 * later ones name. Rejects with UnknownMeasure.
 */
export async function loadMeasure(id: string, options: LoadOptions = {}): Promise<Measure> {
  if (id === characters.id) return characters
  if (id === estimate.id) return estimate
  const encoding = encodings.find((known) => known === id)
  if (encoding) return loadOnce(encoding, options)
  const script = scriptMeasureIn(id)
  if (script) return script
  const factor = factorIn(id)
  if (factor === undefined) throw new UnknownMeasure(id, measureIds)
  return calibrated(factor)
}

function loadOnce(encoding: Encoding, options: LoadOptions): Promise<Measure> {
  const held = loaded.get(encoding)
  if (held) return held
  const loading = exactMeasure(encoding, options)
  loaded.set(encoding, loading)
  loading.catch(() => loaded.delete(encoding))
  return loading
}

function factorIn(id: string): number | undefined {
  const written = /^estimate\*(\d+(?:\.\d+)?)$/.exec(id)?.[1]
  return written === undefined ? undefined : calibrationFactor(Number(written))
}
