import { statSync } from 'node:fs'
import { importEntries } from '../../src/session/import.ts'
import { exactId, openBench } from '../engine.ts'
import { generatedEntries } from '../entries.ts'
import type { Filled, Task } from './task.ts'

const toldEvery = 100_000

/** Fills a new workspace with a generated conversation, exact counts included, and closes it. */
export async function fill({ messages, sizeFactor, folder }: Task & { kind: 'fill' }): Promise<Filled> {
  const { engine, paths, close } = await openBench(folder)
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
  await close()
  const milliseconds = performance.now() - started - watch.milliseconds
  if (added !== messages || problems.length > 0) throw new Error(`${added} of ${messages} messages were stored`)
  return { nodes: added, milliseconds, storeMegabytes: statSync(paths.database).size / 1e6 }
}
