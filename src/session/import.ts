import type { Measure } from '../core/content/measure.ts'
import type { ConversationEntry, Entry, NodeEntry, ProblemEntry } from '../formats/format.ts'
import type { Conversation } from '../history/conversation.ts'
import type { Branch } from '../history/node.ts'
import type { NewNode, Store } from '../stores/store.ts'
import type { Engine } from './engine.ts'
import { newConversation, titleOf } from './say.ts'

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
  const report = { conversations: new Map<string, Tally>(), problems: [] as Omit<ProblemEntry, 'kind'>[], nodes: 0 }
  const opened = new Map<string, OpenConversation>()
  let open: OpenConversation | undefined
  const flush = async (): Promise<void> => {
    if (!open) return
    report.nodes += await writeBatch(engine, open, options)
    if (open.added + open.known > 0) report.conversations.set(open.conversation.id, tallyOf(open))
    options.onProgress?.(report.nodes)
  }
  const finish = async (): Promise<void> => {
    await flush()
    if (open?.last !== undefined)
      await engine.store.updateConversation({ ...open.conversation, branch: open.last, updatedAt: engine.now() })
  }
  for await (const entry of entries) {
    if (entry.kind === 'problem') report.problems.push(withoutKind(entry))
    else if (entry.kind === 'conversation') {
      await finish()
      open = opened.get(entry.key) ?? (await openConversation(engine, entry, options))
      opened.set(entry.key, open)
    } else if (open) {
      open.batch.push(entry)
      if (open.batch.length >= batchSize) await flush()
    }
    options.signal?.throwIfAborted()
  }
  await finish()
  const conversations = [...report.conversations].map(([id, tally]) => ({ id, ...tally }))
  const sum = (key: 'added' | 'known'): number => conversations.reduce((total, each) => total + each[key], 0)
  return { conversations, added: sum('added'), known: sum('known'), problems: report.problems }
}

type Tally = Omit<ImportReport['conversations'][number], 'id'>

/** A conversation that entries are being written to. */
interface OpenConversation {
  conversation: Conversation
  /** Its first branch, as long as the conversation is not stored. */
  main: Branch | undefined
  /** The branch that was written to last. */
  last: string | undefined
  readonly store: Store
  /** Which branch ends at a node. */
  readonly heads: Map<string, Branch>
  /** Node ids by the file's keys, as far as they were met. */
  readonly ids: Map<string, string>
  batch: NodeEntry[]
  added: number
  known: number
}

async function openConversation(
  engine: Engine,
  entry: ConversationEntry,
  { format }: ImportOptions,
): Promise<OpenConversation> {
  const { store } = engine
  const origin = `${format}:${entry.key}`
  const known = await store.conversationByOrigin(origin)
  const base = { store, ids: new Map(), batch: [], added: 0, known: 0, last: undefined }
  if (known) {
    const branches = await store.branches(known.id)
    return {
      ...base,
      conversation: known,
      main: undefined,
      heads: new Map(branches.map((branch) => [branch.head ?? '', branch])),
    }
  }
  const { conversation, branch } = newConversation(engine, {
    ...(entry.title === undefined ? {} : { title: entry.title }),
    ...(entry.system === undefined ? {} : { system: entry.system }),
    ...(entry.tools === undefined ? {} : { tools: entry.tools }),
    ...(entry.createdAt === undefined ? {} : { createdAt: entry.createdAt }),
    origin,
  })
  return { ...base, conversation, main: branch, heads: new Map([['', branch]]) }
}

/** Writes what is waiting, branches and all, in one piece. Returns how many nodes were met. */
async function writeBatch(engine: Engine, open: OpenConversation, options: ImportOptions): Promise<number> {
  const { batch, store } = open
  if (batch.length === 0) return 0
  open.batch = []
  const written = open.main
    ? new Map<string, string>()
    : await store.imported(
        open.conversation.id,
        batch.map(({ key }) => key),
      )
  const nodes: NewNode[] = []
  const moved = new Map<string, Branch>()
  for (const entry of batch) {
    const parent = entry.parent === null ? null : (open.ids.get(entry.parent) ?? null)
    const id = written.get(entry.key) ?? engine.newId()
    open.ids.set(entry.key, id)
    if (written.has(entry.key)) open.known++
    else nodes.push(newNode(engine, entry, id, parent))
    const branch = branchFor(engine, open, id, parent, written.has(entry.key))
    if (branch) moved.set(branch.id, branch)
  }
  await writeNodes(open, nodes, [...moved.values()], options)
  return batch.length
}

async function writeNodes(
  open: OpenConversation,
  nodes: NewNode[],
  branches: Branch[],
  options: ImportOptions,
): Promise<void> {
  const first = nodes[0]
  if (!first) return
  if (open.main) {
    const title = open.conversation.title === '' ? titleOf(first.parts) : open.conversation.title
    open.conversation = { ...open.conversation, title }
    await open.store.createConversation(open.conversation, open.main)
    open.main = undefined
  }
  await open.store.append(nodes, { conversation: open.conversation.id, measures: options.measures, branches })
  open.added += nodes.length
  open.last = branches.at(-1)?.id ?? open.last
}

function newNode(engine: Engine, entry: NodeEntry, id: string, parent: string | null): NewNode {
  const { author, authorId, parts, key } = entry
  const createdAt = entry.createdAt ?? engine.now()
  return { id, parent, author, parts, key, createdAt, ...(authorId === undefined ? {} : { authorId }) }
}

/** The branch that goes on with a node: the one that ended at its parent, else, for a new node, a new one. */
function branchFor(
  engine: Engine,
  open: OpenConversation,
  id: string,
  parent: string | null,
  isKnown: boolean,
): Branch | undefined {
  const ended = open.heads.get(parent ?? '')
  if (ended) {
    open.heads.delete(parent ?? '')
    const branch = { ...ended, head: id }
    open.heads.set(id, branch)
    return branch
  }
  if (isKnown) return undefined
  const branch: Branch = {
    id: engine.newId(),
    conversation: open.conversation.id,
    name: `fork-${engine.newId().slice(10, 16).toLowerCase()}`,
    parent: open.conversation.branch,
    forkPoint: parent,
    head: id,
    createdAt: engine.now(),
  }
  open.heads.set(id, branch)
  return branch
}

function tallyOf({ conversation, added, known }: OpenConversation): Tally {
  return { title: conversation.title, added, known }
}

function withoutKind({ kind: _, ...problem }: ProblemEntry): Omit<ProblemEntry, 'kind'> {
  return problem
}
