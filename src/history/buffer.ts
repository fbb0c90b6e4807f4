import type { AuthorType } from '../core/content/part.ts'

/** A node that a step in a buffer adds. */
export interface BufferNode {
  readonly id: string
  readonly parent: string | null
  readonly author: AuthorType
  readonly text: string
}

/** A step in a buffer: what is added, in order, and where the branch ends afterwards. The working buffer is empty then. */
export interface BufferStep {
  readonly added: readonly BufferNode[]
  readonly head: string | null
}

/** Where a buffer stands: the end of its branch, and the text that is not committed yet. */
export interface BufferState {
  readonly head: string | null
  readonly workingBuffer: string
}

/** The working buffer as a person's node; an empty one makes none. White space is text here. */
export function commitBuffer({ head, workingBuffer }: BufferState, newId: () => string): BufferStep {
  if (workingBuffer === '') return { added: [], head }
  const node: BufferNode = { id: newId(), parent: head, author: 'human', text: workingBuffer }
  return { added: [node], head: node.id }
}

/** Commits the working buffer, adds one sibling for each generated text, and goes on with the first. */
export function generateInBuffer(state: BufferState, texts: readonly string[], newId: () => string): BufferStep {
  const committed = commitBuffer(state, newId)
  const siblings = texts.map((text): BufferNode => ({ id: newId(), parent: committed.head, author: 'model', text }))
  return { added: [...committed.added, ...siblings], head: siblings[0]?.id ?? committed.head }
}

/** Commits the working buffer to the branch that is left, and goes on with a sibling. */
export function switchInBuffer(state: BufferState, to: string, newId: () => string): BufferStep {
  return { added: commitBuffer(state, newId).added, head: to }
}
