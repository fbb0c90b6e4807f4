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
  /** Its oldest branch, the parent of forks from what an earlier import brought. */
  readonly trunk: string
  /** Which branch a node was written on, by this import. */
  readonly owners: Map<string, string>
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
  const base = { store, ids: new Map(), owners: new Map(), batch: [], added: 0, known: 0, last: undefined }
  if (known) {
    const branches = await store.branches(known.id)
    return {
      ...base,
      conversation: known,
      main: undefined,
      trunk: branches[0]?.id ?? known.branch,
      heads: new Map(branches.map((branch) => [branch.head ?? '', branch] as const).reverse()),
    }
  }
  const { conversation, branch } = newConversation(engine, {
    ...(entry.title === undefined ? {} : { title: entry.title }),
    ...(entry.system === undefined ? {} : { system: entry.system }),
    ...(entry.tools === undefined ? {} : { tools: entry.tools }),
    ...(entry.createdAt === undefined ? {} : { createdAt: entry.createdAt }),
    origin,
  })
  return { ...base, conversation, main: branch, trunk: branch.id, heads: new Map([['', branch]]) }
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
    if (written.has(entry.key)) {
      open.known++
      continue
    }
    nodes.push(newNode(engine, entry, id, parent))
    const branch = branchFor(engine, open, id, parent)
    moved.set(branch.id, branch)
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
    const title =
      open.conversation.title || (nodes.map(({ parts }) => titleOf(parts)).find((text) => text !== '') ?? '')
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

/** The branch that goes on with a new node: the one that ended at its parent, else a new one. */
function branchFor(engine: Engine, open: OpenConversation, id: string, parent: string | null): Branch {
  const ended = open.heads.get(parent ?? '')
  const branch = ended ? { ...ended, head: id } : forkOf(engine, open, id, parent)
  open.heads.delete(parent ?? '')
  open.heads.set(id, branch)
  open.owners.set(id, branch.id)
  return branch
}

function forkOf(engine: Engine, open: OpenConversation, head: string, forkPoint: string | null): Branch {
  return {
    id: engine.newId(),
    conversation: open.conversation.id,
    name: `fork-${engine.newId().slice(10, 16).toLowerCase()}`,
    parent: open.owners.get(forkPoint ?? '') ?? open.trunk,
    forkPoint,
    head,
    createdAt: engine.now(),
  }
}

function tallyOf({ conversation, added, known }: OpenConversation): Tally {
  return { title: conversation.title, added, known }
}

function withoutKind({ kind: _, ...problem }: ProblemEntry): Omit<ProblemEntry, 'kind'> {
  return problem
}
