import type { Entry } from '../src/formats/format.ts'
import { type ConversationOptions, conversation } from './conversation.ts'

/** When the generated conversations began; a message comes every twenty seconds. */
const startedAt = Date.UTC(2025, 0, 6, 9)
const everyMilliseconds = 20_000

/** What a generator has cost so far. */
export interface Watch {
  milliseconds: number
}

/**
 * A generated conversation as a format would read it, one node behind the other. The time for making the messages is
 * added to the watch, so that it can be taken off what is measured.
 */
export async function* generatedEntries(
  options: ConversationOptions,
  watch: Watch = { milliseconds: 0 },
): AsyncGenerator<Entry> {
  yield { kind: 'conversation', key: 'generated', title: 'A generated conversation', createdAt: startedAt }
  const messages = conversation(options)
  for (let number = 0; ; number++) {
    const before = performance.now()
    const next = messages.next()
    watch.milliseconds += performance.now() - before
    if (next.done) return
    const parent = number === 0 ? null : `m${number - 1}`
    yield { kind: 'node', key: `m${number}`, parent, createdAt: startedAt + number * everyMilliseconds, ...next.value }
  }
}
