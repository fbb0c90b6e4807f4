import { statSync } from 'node:fs'
import { importEntries } from '../../src/session/import.ts'
import type { NewNode } from '../../src/stores/store.ts'
import { exactId, openBench } from '../engine.ts'
import { shapeOf, type TextWatch, textOf, treeEntries } from './shape.ts'
import type { Filled, Task } from './task.ts'

const batch = 1000
const toldEvery = 100_000

/** Fills a new workspace with a generated tree, exact counts included, and closes it. */
export async function fill({ nodes, folder }: Task): Promise<Filled> {
  const { engine, paths, close } = await openBench(folder)
  const { store } = engine
  const measures = [await engine.loadMeasure(exactId)]
  const shape = shapeOf(nodes)
  const watch: TextWatch = { milliseconds: 0, bytes: 0 }
  let told = toldEvery
  const onProgress = (done: number): void => {
    if (done < told) return
    process.stderr.write(`  ${done} of ${nodes} stored\n`)
    told += toldEvery
  }
  const started = performance.now()
  const report = await importEntries(engine, treeEntries(shape, watch), { format: 'generated', measures, onProgress })
  const milliseconds = performance.now() - started - watch.milliseconds
  const conversation = report.conversations[0]?.id ?? ''
  const middle = (await store.written(conversation, { limit: Math.ceil(shape.trunk / 2) })).at(-1)?.id ?? null
  const hub = engine.newId()
  const child = (id: string, parent: string | null, number: number): NewNode => {
    const text = textOf(8, number)
    watch.bytes += Buffer.byteLength(text)
    const parts = [{ kind: 'text' as const, text }]
    return { id, parent, author: 'model', parts, createdAt: engine.now() }
  }
  await store.append([child(hub, middle, 0)], { conversation, measures })
  for (let done = 1; done < shape.siblings; done += batch) {
    const count = Math.min(batch, shape.siblings - done)
    const siblings = Array.from({ length: count }, (_, at) => child(engine.newId(), hub, done + at))
    await store.append(siblings, { conversation, measures })
  }
  const { nodes: stored, branches } = await store.stats()
  await close()
  if (stored !== nodes || report.problems.length > 0) throw new Error(`${stored} of ${nodes} nodes were stored`)
  return {
    imported: report.added,
    milliseconds,
    branches,
    storeBytes: statSync(paths.database).size,
    textBytes: watch.bytes,
  }
}
