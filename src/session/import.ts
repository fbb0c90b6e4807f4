import type { Measure } from '../core/content/measure.ts'
import type { Entry, ProblemEntry } from '../formats/format.ts'
import type { Engine } from './engine.ts'
import { takeBranch, takeEdge, takeSelection } from './import/branches.ts'
import { type OpenConversation, openConversation } from './import/opened.ts'
import { writeBatch } from './import/write-nodes.ts'

/** What an import did. */
export interface ImportReport {
  readonly conversations: readonly {
    readonly id: string
    readonly title: string
    readonly added: number
    readonly known: number
  }[]
  readonly added: number
  /** Nodes that an earlier import brought. */
  readonly known: number
  readonly problems: readonly Omit<ProblemEntry, 'kind'>[]
}

/** How an import is done. */
export interface ImportOptions {
  /** The format's name, part of what a conversation is recognised by. */
  readonly format: string
  /** The measures in which sizes are counted while writing. */
  readonly measures: readonly Measure[]
  /** Called after each batch with the number of nodes so far. */
  readonly onProgress?: (nodes: number) => void
  /** Stops between two batches; what is written stays and is whole. */
  readonly signal?: AbortSignal
}

/** Nodes are written so many at a time: each batch is there whole or not at all. */
const batchSize = 500

/** Takes the entries of a file into the store. What an earlier import of the same file brought is not written again. */
export async function importEntries(
  engine: Engine,
  entries: AsyncIterable<Entry>,
  options: ImportOptions,
): Promise<ImportReport> {
  const tallies = new Map<string, Tally>()
  const problems: Omit<ProblemEntry, 'kind'>[] = []
  const opened = new Map<string, OpenConversation>()
  let open: OpenConversation | undefined
  let nodes = 0
  const flush = async (): Promise<void> => {
    if (!open) return
    nodes += await writeBatch(engine, open, options.measures)
    if (open.added + open.known > 0) tallies.set(open.conversation.id, tallyOf(open))
    options.onProgress?.(nodes)
  }
  const finish = async (): Promise<void> => {
    await flush()
    if (open) await settle(engine, open)
  }
  for await (const entry of entries) {
    if (entry.kind === 'problem') problems.push(withoutKind(entry))
    else if (entry.kind === 'conversation') {
      await finish()
      open = opened.get(entry.key) ?? (await openConversation(engine, entry, options.format, problems))
      opened.set(entry.key, open)
    } else if (entry.kind === 'node') {
      open?.batch.push(entry)
      if ((open?.batch.length ?? 0) >= batchSize) await flush()
    } else if (open) {
      await flush()
      if (!open.main) await take(engine, open, entry)
    }
    options.signal?.throwIfAborted()
  }
  await finish()
  const conversations = [...tallies].map(([id, tally]) => ({ id, ...tally }))
  const sum = (key: 'added' | 'known'): number => conversations.reduce((total, each) => total + each[key], 0)
  return { conversations, added: sum('added'), known: sum('known'), problems }
}

type Tally = Omit<ImportReport['conversations'][number], 'id'>

/** Takes in what comes behind the nodes that it names. */
async function take(
  engine: Engine,
  open: OpenConversation,
  entry: Exclude<Entry, { kind: 'conversation' | 'node' | 'problem' }>,
): Promise<void> {
  switch (entry.kind) {
    case 'edge':
      return await takeEdge(engine, open, entry)
    case 'branch':
      return await takeBranch(engine, open, entry)
    case 'select':
      return await takeSelection(engine, open, entry)
    case 'prune': {
      const id = open.ids.get(entry.key)
      if (id !== undefined && open.fresh.has(id)) await engine.store.prune(id, engine.now())
      return
    }
    default:
      return entry satisfies never
  }
}

/** What is said of a conversation once all of it has been written: which branch is checked out, and when it changed. */
async function settle(engine: Engine, open: OpenConversation): Promise<void> {
  if (open.exact && !open.hasBranches && open.added > 0) await takeLastNode(engine, open)
  const branch = open.current ?? open.last
  if (branch === undefined || open.added === 0) return
  await engine.store.updateConversation({ ...open.conversation, branch, updatedAt: engine.now() })
}

/** An export that was cut before its branches: the first branch goes on with the last node. */
async function takeLastNode(engine: Engine, open: OpenConversation): Promise<void> {
  const head = [...open.fresh].findLast((id) => !open.notes.has(id))
  if (head === undefined) return
  await engine.store.moveBranch(open.trunk, head)
  open.last = open.trunk
}

function tallyOf({ conversation, added, known }: OpenConversation): Tally {
  return { title: conversation.title, added, known }
}

function withoutKind({ kind: _, ...problem }: ProblemEntry): Omit<ProblemEntry, 'kind'> {
  return problem
}
