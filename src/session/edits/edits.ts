import type { Part } from '../../core/content/part.ts'
import { compareEdits, type Edit, editKinds } from '../../history/edits/edit.ts'
import { standAt, standingFacts } from '../../history/edits/stand-at.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { timeAfter } from './branch-time.ts'
import { EditRefused } from './errors.ts'

/** What is sent on a branch instead of what nodes say, at a time: the one edit of each part that stands, by node, then part. */
export async function editsInForce(store: Store, branch: string, at: number): Promise<readonly Edit[]> {
  return standAt(await store.facts(branch), at).edits
}

/** An edit with what became of it: it counts, a later one took its place, a restore dropped it, or its time has not come. */
export interface ListedEdit extends Edit {
  readonly state: 'in-force' | 'replaced' | 'dropped' | 'to-come'
}

/** All edits that were ever made on a branch, by node and part, each part's oldest first. */
export async function listEdits(store: Store, branch: string, at: number): Promise<readonly ListedEdit[]> {
  const facts = await store.facts(branch)
  const standing = new Set(standingFacts(facts, at))
  const counting = new Set(standAt(facts, at).edits)
  const listed = facts.flatMap((fact): ListedEdit[] => {
    if (fact.kind !== 'edit') return []
    if (fact.edit.at > at) return [{ ...fact.edit, state: 'to-come' }]
    if (!standing.has(fact)) return [{ ...fact.edit, state: 'dropped' }]
    return [{ ...fact.edit, state: counting.has(fact.edit) ? 'in-force' : 'replaced' }]
  })
  return listed.sort((a, b) => compareEdits(a, b) || a.at - b.at)
}

/**
 * Replaces what is sent for one part of a node on a branch, from now on. The node stays as it is. Throws EditRefused
 * `node-not-found`, `node-gone`, `part-not-found`, `part-fixed`, `unknown-edit-kind`, `empty-edit`.
 */
export async function addEdit(engine: Engine, branch: Branch, given: Omit<Edit, 'at'>): Promise<Edit> {
  if (!editKinds.includes(given.kind))
    throw new EditRefused(
      'unknown-edit-kind',
      given.kind,
      `There is no kind of edit "${given.kind}". The kinds are: ${editKinds.join(', ')}.`,
    )
  if (given.content.trim() === '')
    throw new EditRefused(
      'empty-edit',
      given.node,
      'An edit is never empty. To leave a node out: `heddle mark exclude`.',
    )
  const node = await engine.store.node(given.node)
  if (node?.conversation !== branch.conversation)
    throw new EditRefused('node-not-found', given.node, `There is no node ${given.node} in this conversation.`)
  checkPart(node, await partsOf(engine.store, node), given)
  const edit = { ...given, at: timeAfter(engine, await engine.store.facts(branch.id)) }
  await engine.store.addFacts(branch.id, [{ kind: 'edit', edit }])
  return edit
}

async function partsOf(store: Store, node: Node): Promise<readonly Part[]> {
  const parts = node.gone ? undefined : (await store.contents([node.content])).get(node.content)
  if (parts) return parts
  throw new EditRefused('node-gone', node.id, `The content of ${node.shortId} is gone, so nothing of it can be edited.`)
}

function checkPart({ id, shortId }: Node, parts: readonly Part[], { part: at, within }: Omit<Edit, 'at'>): void {
  const part = parts[at]
  if (!part)
    throw new EditRefused(
      'part-not-found',
      id,
      `${shortId} has no part ${at}: ${parts.length === 0 ? 'it has none' : `they are numbered 0 to ${parts.length - 1}`}.`,
    )
  if (!isEditable(part))
    throw new EditRefused(
      'part-fixed',
      id,
      `Part ${at} of ${shortId} is a ${part.kind}, which is sent as it is or not at all.`,
    )
  if (within === undefined) return
  if (part.kind !== 'tool-result' || !(within in part.content))
    throw new EditRefused('part-not-found', id, `Part ${at} of ${shortId} has no content ${within} of its own.`)
}

/** Whether something else may be sent for a part: a tool call must stay what its result answers, and reasoning is never touched. */
export function isEditable(part: Part): boolean {
  return part.kind !== 'tool-call' && part.kind !== 'reasoning'
}
