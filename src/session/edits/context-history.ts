import type { BranchFact } from '../../history/edits/branch-fact.ts'
import {
  type ContextHistory,
  editsOfHistory,
  historyOfEdits,
  type MessageEdit,
} from '../../history/edits/context-history.ts'
import type { Edit } from '../../history/edits/edit.ts'
import { standingFacts } from '../../history/edits/stand-at.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { isEditable } from './edits.ts'

/** An edit of a file that could not be taken. */
export interface SkippedEdit {
  /** The index of its message, and of the block in that. */
  readonly message: number
  readonly part: number
  readonly why: 'no-message' | 'no-part' | 'fixed-part' | 'gone'
}

/** What an import of a context history came to. */
export interface HistoryImport {
  readonly added: number
  /** Edits that the branch had already. */
  readonly known: number
  readonly skipped: readonly SkippedEdit[]
  /** Of those that were added: how many do not stand, because the branch was taken back past their time since. */
  readonly dropped: number
}

/**
 * Takes the edits of a context history in for a branch: message n is the nth node on its path, from 0, a block the part of that
 * index. Times stay; those to come become now. What does not fit the branch is skipped and told, the rest is taken, all of
 * it or nothing; what is there already is not added again.
 */
export async function importContextHistory(
  engine: Engine,
  branch: Branch,
  history: ContextHistory,
): Promise<HistoryImport> {
  const { store } = engine
  const now = engine.now()
  const edits = editsOfHistory(history)
  const nodes = await nodesAt(store, branch, new Set(edits.map(({ message }) => message)))
  const facts = await store.facts(branch.id)
  const there = new Set(facts.flatMap((fact) => (fact.kind === 'edit' ? [keyOf(fact.edit)] : [])))
  const skipped: SkippedEdit[] = []
  const added: BranchFact[] = []
  let known = 0
  for (const { message, ...given } of edits) {
    const found = nodes.get(message)
    const why = reasonToSkip(found, given.part)
    const edit: Edit = { ...given, node: found?.node.id ?? '', at: Math.min(given.at, now) }
    if (why !== undefined) skipped.push({ message, part: given.part, why })
    else if (there.has(keyOf(edit))) known++
    else {
      there.add(keyOf(edit))
      added.push({ kind: 'edit', edit })
    }
  }
  if (added.length > 0) await store.addFacts(branch.id, added)
  const standing = new Set(standingFacts([...facts, ...added], Number.POSITIVE_INFINITY))
  return { added: added.length, known, skipped, dropped: added.filter((fact) => !standing.has(fact)).length }
}

interface Found {
  readonly node: Node
  readonly parts: readonly { readonly editable: boolean }[]
}

/** The nodes at these positions of a branch's path. Walks back from its head to the first of them. */
async function nodesAt(
  store: Store,
  { id }: Branch,
  positions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Found>> {
  const found = new Map<number, Found>()
  const head = (await store.branch(id))?.head ?? null
  if (head === null || positions.size === 0) return found
  const route = await store.route(head, id)
  const detours = new Map(route.detours.map(({ at, to }) => [at, to]))
  let position = (await store.length(route)) - 1
  let first = Number.POSITIVE_INFINITY
  for (const each of positions) first = Math.min(first, each)
  for (let at: string | null = head; at !== null && position >= first; position--) {
    const node: Node | undefined = await store.node(at)
    if (!node) break
    if (positions.has(position)) {
      const parts = (await store.contents([node.content])).get(node.content) ?? []
      found.set(position, { node, parts: parts.map((part) => ({ editable: isEditable(part) })) })
    }
    at = detours.get(node.id) ?? (node.annotation ? null : node.parent)
  }
  return found
}

function reasonToSkip(found: Found | undefined, part: number): SkippedEdit['why'] | undefined {
  if (!found) return 'no-message'
  if (found.node.gone) return 'gone'
  const held = found.parts[part]
  if (!held) return 'no-part'
  return held.editable ? undefined : 'fixed-part'
}

function keyOf({ node, part, within, at, kind, content }: Edit): string {
  return JSON.stringify([node, part, within ?? null, at, kind, content])
}

/** A context history of a branch, and what it cannot hold. */
export interface HistoryExport {
  readonly history: ContextHistory
  /** Edits of nodes that are not on the branch's path, and those within a part. */
  readonly leftOut: readonly Edit[]
}

/** All edits that stand on a branch at a time, those that later ones took the place of included, by the positions of their nodes. */
export async function exportContextHistory(store: Store, branch: Branch, at: number): Promise<HistoryExport> {
  const edits = standingFacts(await store.facts(branch.id), at).flatMap((fact) =>
    fact.kind === 'edit' ? [fact.edit] : [],
  )
  const head = (await store.branch(branch.id))?.head ?? null
  const ids = [...new Set(edits.map(({ node }) => node))]
  const positions =
    head === null ? new Map<string, number>() : await store.positions(await store.route(head, branch.id), ids)
  const leftOut: Edit[] = []
  const kept: MessageEdit[] = []
  for (const edit of edits) {
    const { node, within, ...rest } = edit
    const message = positions.get(node)
    if (message === undefined || within !== undefined) leftOut.push(edit)
    else kept.push({ ...rest, message })
  }
  return { history: historyOfEdits(kept), leftOut }
}
