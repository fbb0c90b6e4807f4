import { type BufferStep, commitBuffer, generateInBuffer } from '../history/buffer.ts'
import type { Branch, Node } from '../history/node.ts'
import type { Store } from '../stores/store.ts'
import type { Engine } from './engine.ts'

const key = 'workingBuffer'

/** The text of a branch that is not committed yet; empty where there is none. It is always at the end of what is sent. */
export async function workingBuffer(store: Store, branch: string): Promise<string> {
  const text = await store.branchState(branch, key)
  return typeof text === 'string' ? text : ''
}

/** Replaces the working buffer of a branch. */
export async function setWorkingBuffer(engine: Engine, branch: string, text: string): Promise<void> {
  await engine.store.setBranchState(branch, key, text, engine.now())
}

/** Makes a node of the working buffer, behind the branch's head, which moves. An empty one makes none. */
export async function commitWorkingBuffer(
  engine: Engine,
  branch: Branch,
  measures: readonly string[] = [],
): Promise<readonly Node[]> {
  const state = await stateOf(engine, branch)
  return await take(engine, branch, commitBuffer(state, engine.newId), measures)
}

/**
 * Takes generated texts in: the working buffer is committed first, then each text is a sibling behind it, and the branch goes on with
 * the first. Returns the nodes that were added, in order.
 */
export async function takeGenerated(
  engine: Engine,
  branch: Branch,
  texts: readonly string[],
  measures: readonly string[] = [],
): Promise<readonly Node[]> {
  const state = await stateOf(engine, branch)
  return await take(engine, branch, generateInBuffer(state, texts, engine.newId), measures)
}

async function stateOf({ store }: Engine, { id }: Branch): Promise<{ head: string | null; workingBuffer: string }> {
  return { head: (await store.branch(id))?.head ?? null, workingBuffer: await workingBuffer(store, id) }
}

async function take(
  engine: Engine,
  branch: Branch,
  step: BufferStep,
  measures: readonly string[],
): Promise<readonly Node[]> {
  const nodes = step.added.map(({ id, parent, author, text }) => ({
    id,
    parent,
    author,
    parts: [{ kind: 'text' as const, text }],
    createdAt: engine.now(),
  }))
  if (nodes.length === 0) return []
  const added = await engine.store.append(nodes, {
    conversation: branch.conversation,
    measures: await Promise.all(measures.map((id) => engine.loadMeasure(id))),
    branches: [{ ...branch, head: step.head }],
  })
  await setWorkingBuffer(engine, branch.id, '')
  return added
}
