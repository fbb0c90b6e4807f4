import assert from 'node:assert/strict'
import type { Part } from '../../core/content/part.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import type { NewNode, Store } from '../../stores/store.ts'

/** What the contract uses of a test runner. */
export interface Runner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
}

/** Registers one test over an empty store. */
export type Test = (title: string, body: (store: Store) => Promise<void>) => void

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID from a number: ids of larger numbers sort later, and the random parts differ from the first digit on. */
export function sampleId(number: number): string {
  let random = ''
  for (let rest = (number * 0x9e3779b1) % 2 ** 32; random.length < 16; rest = (rest * 69069 + 1) % 2 ** 32)
    random += digits[Math.floor(rest / 2 ** 27)] ?? '0'
  return `01J${String(number).padStart(7, '0')}${random}`
}

/** A text node. */
export function textNode(number: number, parent: string | null, text: string = `text ${number}`): NewNode {
  return { id: sampleId(number), parent, author: 'human', parts: [{ kind: 'text', text }], createdAt: 1000 + number }
}

/** A node of any author and content. */
export function nodeOf(
  number: number,
  parent: string | null,
  author: NewNode['author'],
  parts: readonly Part[],
): NewNode {
  return { id: sampleId(number), parent, author, parts, createdAt: 1000 + number }
}

/** A chain of text nodes with these numbers, from the first to the last, under a parent. */
export function chain(first: number, last: number, parent: string | null = null): NewNode[] {
  const nodes: NewNode[] = []
  for (let number = first; number <= last; number++) {
    nodes.push(textNode(number, nodes.at(-1)?.id ?? parent, 'x'.repeat((number % 7) + 1)))
  }
  return nodes
}

/** A tool call. */
export function call(callId: string): Part {
  return { kind: 'tool-call', callId, name: 'read', input: { path: 'a.ts' } }
}

/** The result of a tool call. */
export function result(callId: string): Part {
  return { kind: 'tool-result', callId, content: [{ kind: 'text', text: `result of ${callId}` }] }
}

/** A conversation with its first branch. */
export function sampleConversation(number: number): readonly [Conversation, Branch] {
  const id = sampleId(900_000 + number)
  const branch: Branch = {
    id: sampleId(910_000 + number),
    conversation: id,
    name: 'main',
    parent: null,
    forkPoint: null,
    head: null,
    createdAt: number,
  }
  const conversation: Conversation = {
    id,
    shortId: `c${number}`,
    title: `Conversation ${number}`,
    mode: 'dialogue',
    system: null,
    tools: [],
    agent: null,
    branch: branch.id,
    settings: {},
    origin: null,
    createdAt: number,
    updatedAt: number,
  }
  return [conversation, branch]
}

/** Creates a sample conversation, and says where nodes go. */
export async function started(store: Store, number: number = 1): Promise<{ conversation: string; branch: string }> {
  const [conversation, branch] = sampleConversation(number)
  await store.createConversation(conversation, branch)
  return { conversation: conversation.id, branch: branch.id }
}

/** Passes if the work fails with an error of this code. */
export async function failsWith(code: string, work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error) => error instanceof Error && 'code' in error && error.code === code)
}
