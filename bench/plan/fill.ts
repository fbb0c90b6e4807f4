import { statSync } from 'node:fs'
import { importEntries } from '../../src/session/import.ts'
import { exactId, openEngine } from '../engine.ts'
import { generatedEntries } from '../entries.ts'
import type { Filled, Task } from './task.ts'

const toldEvery = 100_000

/** Fills a new database with a generated conversation, exact counts included, and closes it. */
export async function fill({ messages, sizeFactor, file }: Task & { kind: 'fill' }): Promise<Filled> {
  const engine = openEngine(file)
  const measures = [await engine.loadMeasure(exactId)]
  const watch = { milliseconds: 0 }
  let told = toldEvery
  const onProgress = (nodes: number): void => {
    if (nodes < told) return
    process.stderr.write(`  ${nodes} of ${messages} stored\n`)
    told += toldEvery
  }
  const started = performance.now()
  const { added, problems } = await importEntries(engine, generatedEntries({ messages, sizeFactor }, watch), {
    format: 'generated',
    measures,
    onProgress,
  })
  await engine.store.close()
  const milliseconds = performance.now() - started - watch.milliseconds
  if (added !== messages || problems.length > 0) throw new Error(`${added} of ${messages} messages were stored`)
  return { nodes: added, milliseconds, storeMegabytes: statSync(file).size / 1e6 }
}
