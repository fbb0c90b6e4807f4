import { getRandomValues } from 'node:crypto'
import { ulid } from 'ulid'
import { fileAccess } from '../formats/files/file-tools.ts'
import type { Engine, SummaryWriter } from '../session/engine.ts'
import type { Store } from '../stores/store.ts'
import { extractiveSummariser } from '../summaries/extractive/extractive.ts'
import { touchedFiles } from '../summaries/touched-files.ts'
import { loadMeasure } from '../tokenizers/load-measure.ts'

/** Summaries without a model. */
const summaries: SummaryWriter = {
  summariser: extractiveSummariser,
  filesIn: (nodes) => touchedFiles(nodes, fileAccess),
}

/** A session's ground on a store: the built-in measures, ULIDs, summaries without a model, and by default the system's clock. */
export function createEngine(store: Store, now: () => number = Date.now): Engine {
  const random = pooledRandom()
  return { store, loadMeasure, newId: () => ulid(now(), random), now, summaries }
}

const poolBytes = 4096

/** Random numbers from 0 up to but without 1, in steps of 1/256. The system is asked for many at once: asking is what takes time. */
function pooledRandom(): () => number {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes
  return () => {
    if (used === poolBytes) {
      getRandomValues(pool)
      used = 0
    }
    return (pool[used++] ?? 0) / 256
  }
}
