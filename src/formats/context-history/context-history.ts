import { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import type { ContextHistory } from '../../history/edits/context-history.ts'
import { messageTypes } from '../../history/edits/context-history.ts'
import { tryParseJson } from '../json.ts'
import { anyJson } from '../shape.ts'

/** What a context history file holds; nothing where it is damaged. */
export interface ReadContextHistory {
  readonly history: ContextHistory
  readonly damaged: boolean
}

const index = z.int().nonnegative()
const update = z.tuple([z.number(), z.string(), z.array(z.string()).nonempty(), z.array(anyJson)])
const block = z.tuple([index, z.array(update)])
const message = z.tuple([index, z.tuple([z.literal(messageTypes), z.array(block)])])
const file = z.array(message)

/**
 * Reads a context history, from its text or as JSON. Where anything in it is not as it should be nothing is taken: the history
 * is empty, and damaged. Of what has an index twice, the later counts.
 */
export function readContextHistory(source: Json): ReadContextHistory {
  const { data } = file.safeParse(typeof source === 'string' ? tryParseJson(source) : source)
  if (!data) return { history: new Map(), damaged: true }
  const history = data.map(([at, [type, blocks]]) => {
    const updates = blocks.map(
      ([part, all]) =>
        [part, all.map(([time, form, texts, metadata]) => ({ at: time, form, texts, metadata }))] as const,
    )
    return [at, { type, blocks: new Map(updates) }] as const
  })
  return { history: new Map(history), damaged: false }
}
