import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callModel } from '../../src/config/call-model.ts'
import { importEntries } from '../../src/session/import.ts'
import { random } from '../conversation/random.ts'
import { codeLine } from '../conversation/text.ts'
import { openBench } from '../engine.ts'
import { generatedEntries } from '../entries.ts'
import type { Filled, Task } from './task.ts'

const files = 60
const lines = 120

/** Fills a new workspace with a generated conversation, counted as the model of the settings counts, and closes it. */
export async function fill({ messages, folder }: Task & { kind: 'fill' }): Promise<Filled> {
  await writeFiles(folder)
  const { engine, paths, close, ...workspace } = await openBench(folder)
  const { measure } = await callModel({ ...workspace, engine, paths, close }, { HOME: folder })
  const watch = { milliseconds: 0 }
  const started = performance.now()
  const { added, problems } = await importEntries(engine, generatedEntries({ messages }, watch), {
    format: 'generated',
    measures: [await engine.loadMeasure(measure)],
  })
  await close()
  const milliseconds = performance.now() - started - watch.milliseconds
  if (added !== messages || problems.length > 0) throw new Error(`${added} of ${messages} messages were stored`)
  return { milliseconds, storeMegabytes: statSync(paths.database).size / 1e6 }
}

/** Makes a folder with the files that tools read, each turn another. */
export async function writeFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let number = 0; number < files; number++) {
    const numbers = random(number)
    const text = Array.from({ length: lines }, () => codeLine(numbers)).join('\n')
    await writeFile(join(folder, fileName(number)), `${text}\n`)
  }
}

/** The file that the tool reads in this turn. */
export function fileName(turn: number): string {
  return `example-${turn % files}.ts`
}
