import type { Entry } from '../../src/formats/format.ts'
import { importEntries } from '../../src/session/import.ts'
import { exactId, openBench } from '../engine.ts'
import { agentSession } from './session.ts'
import type { Filled, Task } from './task.ts'

/** When the generated sessions began; a message comes every twenty seconds. */
const startedAt = Date.UTC(2025, 0, 6, 9)
const everyMilliseconds = 20_000

/** Fills a new workspace with a generated session, exact counts included, and closes it. */
export async function fill({ messages, sizeFactor, folder }: Task): Promise<Filled> {
  const { engine, close } = await openBench(folder)
  const measures = [await engine.loadMeasure(exactId)]
  const counted = { reads: 0 }
  const { added, problems } = await importEntries(engine, entries({ messages, sizeFactor }, counted), {
    format: 'generated',
    measures,
  })
  await close()
  if (added !== messages || problems.length > 0) throw new Error(`${added} of ${messages} messages were stored`)
  return { nodes: added, ...counted }
}

async function* entries(
  options: Pick<Task, 'messages' | 'sizeFactor'>,
  counted: { reads: number },
): AsyncGenerator<Entry> {
  yield { kind: 'conversation', key: 'generated', title: 'A generated session', createdAt: startedAt }
  let number = 0
  for (const message of agentSession(options)) {
    const isRead = message.parts.some((part) => part.kind === 'tool-result' && part.name === 'read_file')
    if (isRead) counted.reads++
    const parent = number === 0 ? null : `m${number - 1}`
    yield { kind: 'node', key: `m${number}`, parent, createdAt: startedAt + number * everyMilliseconds, ...message }
    number++
  }
}
