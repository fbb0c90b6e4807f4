import type { Measure } from '../../core/content/measure.ts'
import { HeddleError } from '../../core/errors.ts'
import type { NodeEntry } from '../../formats/format.ts'
import type { EdgeSource } from '../../history/edge.ts'
import type { Branch } from '../../history/node.ts'
import type { NewNode } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { titleOf } from '../say.ts'
import { branchFor } from './branches.ts'
import { isId, type OpenConversation } from './opened.ts'

/** Writes what is waiting, branches and all, in one piece. Returns how many nodes were met. */
export async function writeBatch(
  engine: Engine,
  open: OpenConversation,
  measures: readonly Measure[],
): Promise<number> {
  const { batch } = open
  if (batch.length === 0) return 0
  open.batch = []
  const written = await knownIds(engine, open, batch)
  const added: { readonly entry: NodeEntry; readonly node: NewNode }[] = []
  const moved = new Map<string, Branch>()
  for (const entry of batch) {
    const parent = entry.parent === null ? null : (open.ids.get(entry.parent) ?? null)
    const id = written.get(entry.key) ?? (await newIdFor(engine, open, entry.key))
    open.ids.set(entry.key, id)
    if (entry.annotation === true || open.notes.has(parent ?? '')) open.notes.add(id)
    if (written.has(entry.key)) {
      open.known++
      continue
    }
    added.push({ entry, node: newNode(engine, open, entry, id, parent) })
    const branch = open.exact || open.notes.has(id) ? undefined : branchFor(engine, open, entry, id, parent)
    if (branch) moved.set(branch.id, branch)
  }
  await append(
    engine,
    open,
    added.map(({ node }) => node),
    [...moved.values()],
    measures,
  )
  await note(engine, open, added)
  return batch.length
}

/** The ids of those that are in the store already, by key. */
async function knownIds(
  { store }: Engine,
  { main, exact, conversation }: OpenConversation,
  batch: readonly NodeEntry[],
): Promise<ReadonlyMap<string, string>> {
  if (main) return new Map()
  const keys = batch.map(({ key }) => key)
  const known = new Map(await store.imported(conversation.id, keys))
  if (!exact) return known
  for (const key of keys) if ((await store.node(key))?.conversation === conversation.id) known.set(key, key)
  return known
}

/** An export's node keeps its id, unless another conversation has it. */
async function newIdFor({ store, newId }: Engine, { exact }: OpenConversation, key: string): Promise<string> {
  return exact && isId(key) && !(await store.node(key)) ? key : newId()
}

function newNode(engine: Engine, open: OpenConversation, entry: NodeEntry, id: string, parent: string | null): NewNode {
  const { author, authorId, parts, key, annotation, editedFrom } = entry
  const sources: EdgeSource[] = []
  for (const { key: source, role } of entry.sources ?? []) {
    const node = open.ids.get(source)
    if (node !== undefined && role !== 'primary') sources.push({ node, role })
    else
      open.problems.push({
        message: `${key} was taken in without its source ${source}: ${node === undefined ? 'it is not in the file' : 'an edge has one primary source'}.`,
      })
  }
  const edited = editedFrom === undefined ? undefined : open.ids.get(editedFrom)
  return {
    id,
    parent,
    author,
    parts,
    key,
    createdAt: entry.createdAt ?? engine.now(),
    ...(authorId === undefined ? {} : { authorId }),
    ...(annotation === true ? { annotation } : {}),
    ...(sources.length === 0 ? {} : { sources }),
    ...(edited === undefined ? {} : { editedFrom: edited }),
  }
}

/** Appends nodes, the conversation with the first of them. */
async function append(
  { store }: Engine,
  open: OpenConversation,
  nodes: readonly NewNode[],
  branches: readonly Branch[],
  measures: readonly Measure[],
): Promise<void> {
  if (nodes.length === 0) return
  if (open.main) {
    const title =
      open.conversation.title || (nodes.map(({ parts }) => titleOf(parts)).find((text) => text !== '') ?? '')
    open.conversation = { ...open.conversation, title }
    await store.createConversation(open.conversation, open.main)
    open.main = undefined
  }
  const target = { conversation: open.conversation.id, measures }
  try {
    await store.append(nodes, { ...target, branches })
  } catch (error) {
    if (!isRefused(error)) throw error
    for (const [at, node] of nodes.entries()) {
      const last = at === nodes.length - 1 ? { branches } : {}
      await store.append([node], { ...target, ...last }).catch(async (refused: unknown) => {
        if (!isRefused(refused)) throw refused
        open.problems.push({ message: `${node.key} was taken in as a plain node: ${refused.message}` })
        const { sources: _, editedFrom: __, ...plain } = node
        await store.append([plain], { ...target, ...last })
      })
    }
  }
  for (const { id } of nodes) open.fresh.add(id)
  open.added += nodes.length
  open.last = branches.at(-1)?.id ?? open.last
}

/** Whether a node cannot be linked as its entry says. */
function isRefused(error: unknown): error is HeddleError {
  const codes = ['version-of-root', 'version-elsewhere', 'foreign-parent', 'two-primaries', 'cycle']
  return error instanceof HeddleError && codes.includes(error.code)
}

/** What stands beside nodes: marks, bookmarks, tags, and where the person was last. */
async function note(
  { store, now }: Engine,
  open: OpenConversation,
  added: readonly { readonly entry: NodeEntry; readonly node: NewNode }[],
): Promise<void> {
  const excluded = added.filter(({ entry }) => entry.excluded === true).map(({ node }) => node.id)
  if (excluded.length > 0) await store.mark(excluded, 'excluded', true, now())
  for (const { entry, node } of added) {
    if (entry.bookmark !== undefined) await store.bookmark(node.id, entry.bookmark, now())
    for (const tag of entry.tags ?? []) await store.tag(node.id, tag, true)
    if (entry.current === true) open.current = open.owners.get(node.id) ?? open.current
  }
}
