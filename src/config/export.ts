import type { Json } from '../core/content/json.ts'
import type { Measure } from '../core/content/measure.ts'
import type { Part } from '../core/content/part.ts'
import type { Entry } from '../formats/format.ts'
import type { Conversation } from '../history/conversation.ts'
import type { Branch } from '../history/node.ts'
import { planRecords } from '../session/export/plan-records.ts'
import { transcript } from '../session/export/transcript.ts'
import { treeEntries } from '../session/export/tree-entries.ts'
import type { Store } from '../stores/store.ts'

/** The forms in which a conversation is written out. */
export const exportForms = ['jsonl', 'markdown', 'text'] as const

/** One of `exportForms`. */
export type ExportForm = (typeof exportForms)[number]

/** What is written out. */
export interface ExportRequest {
  readonly form: ExportForm
  readonly conversation: Conversation
  /** What is read in markdown and text. */
  readonly branch: Branch
  /** One in which sizes are counted already. */
  readonly measure: Measure
  /** The stored plans instead of the tree. */
  readonly plans: boolean
  /** Replaces secrets. */
  readonly redact: boolean
  /** Told of the nodes written so far. */
  readonly onProgress?: (done: number) => void
  /** Told how many secrets were replaced, each time. */
  readonly onRedacted?: (secrets: number) => void
}

/** A conversation as text, piece by piece; memory does not grow with its length. */
export async function* exportPieces(store: Store, request: ExportRequest): AsyncIterable<string> {
  const { form, conversation, branch, measure, plans, onProgress } = request
  const change = request.redact ? await redactor(request.onRedacted) : undefined
  if (plans) yield* jsonLines(planRecords(store, conversation.id), change)
  else if (form === 'jsonl') yield* treeLines(treeEntries(store, conversation, onProgress), change)
  else
    yield* transcript(store, form, {
      conversation,
      branch,
      measure,
      ...(change
        ? { change: async (parts) => (await change(parts as unknown as Json)) as unknown as readonly Part[] }
        : {}),
      ...(onProgress ? { onProgress } : {}),
    })
}

type Change = (value: Json) => Promise<Json>

/** The detector is loaded when it is asked for. */
async function redactor(onRedacted?: (secrets: number) => void): Promise<Change> {
  const { redactJson } = await import('../secrets/redact.ts')
  return (value) => redactJson(value, onRedacted)
}

async function* treeLines(entries: AsyncIterable<Entry>, change: Change | undefined): AsyncIterable<string> {
  const { exportLines } = await import('../formats/heddle/export.ts')
  yield* exportLines(change ? changed(entries, change) : entries)
}

/** How many entries are looked through at once. */
const atOnce = 32

async function* changed(entries: AsyncIterable<Entry>, change: Change): AsyncIterable<Entry> {
  let waiting: Entry[] = []
  const flush = async (): Promise<readonly Entry[]> => {
    const all = waiting
    waiting = []
    return (await change(all as unknown as Json)) as unknown as readonly Entry[]
  }
  for await (const entry of entries) {
    waiting.push(entry)
    if (waiting.length >= atOnce) yield* await flush()
  }
  yield* await flush()
}

async function* jsonLines(values: AsyncIterable<object>, change: Change | undefined): AsyncIterable<string> {
  for await (const value of values) {
    const line = change ? await change(value as Json) : value
    yield `${JSON.stringify(line === value ? line : { ...(line as object), redacted: true })}\n`
  }
}
