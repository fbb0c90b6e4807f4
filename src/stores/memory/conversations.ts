import type { Conversation } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import {
  BranchNameTaken,
  BranchNotFound,
  ChangedMeanwhile,
  ConversationNotFound,
  DuplicateId,
  ForeignParent,
} from '../errors.ts'
import { isSame } from '../is-same.ts'
import type { Conversations } from '../store.ts'
import { heldNode, type State } from './state.ts'
import { inheritSelections } from './trees.ts'

/** Conversations and branches in memory. */
export function memoryConversations(state: State): Omit<Conversations, 'append' | 'imported' | 'mark'> {
  const checkBranch = (branch: Branch): void => {
    if (state.branches.has(branch.id)) throw new DuplicateId('branch', branch.id)
    const siblings = branchesOf(state, branch.conversation)
    if (siblings.some(({ name }) => name === branch.name)) throw new BranchNameTaken(branch.name)
    if (branch.parent !== null && !siblings.some(({ id }) => id === branch.parent))
      throw new BranchNotFound(branch.parent)
    for (const id of [branch.forkPoint, branch.head]) checkNode(id, branch.conversation)
  }
  const checkNode = (id: string | null, conversation: string): void => {
    if (id !== null && heldNode(state, id).node.conversation !== conversation) throw new ForeignParent(id)
  }
  return {
    createConversation: async (conversation, branch) => {
      if (state.conversations.has(conversation.id)) throw new DuplicateId('conversation', conversation.id)
      const { origin } = conversation
      if (origin !== null && byOrigin(state, origin)) throw new DuplicateId('origin', origin)
      const first = { ...branch, conversation: conversation.id }
      checkBranch(first)
      state.conversations.set(conversation.id, copy(conversation))
      state.branches.set(branch.id, copy(first))
    },
    updateConversation: async (conversation, before) => {
      const held = state.conversations.get(conversation.id)
      if (!held) throw new ConversationNotFound(conversation.id)
      if (before !== undefined && !isSame(held, before)) throw new ChangedMeanwhile(conversation.id)
      const { shortId, mode, origin, createdAt } = held
      state.conversations.set(conversation.id, copy({ ...conversation, shortId, mode, origin, createdAt }))
    },
    conversation: async (id) => state.conversations.get(id),
    nodeCount: async (id) => [...state.nodes.values()].filter(({ node }) => node.conversation === id).length,
    conversations: async () =>
      [...state.conversations.values()].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)),
    conversationByOrigin: async (origin) => byOrigin(state, origin),
    findIds: async (kind, start, conversation) => {
      const all = named(state, kind, conversation)
      const exact = all.filter(
        ({ id, short }) => id === start || id === start.toUpperCase() || short === start.toLowerCase(),
      )
      const found = exact.length > 0 ? exact : all.filter((entry) => starts(entry, start))
      return found
        .map(({ id }) => id)
        .sort()
        .slice(0, 10)
    },
    createBranch: async (branch) => {
      if (!state.conversations.has(branch.conversation)) throw new ConversationNotFound(branch.conversation)
      checkBranch(branch)
      state.branches.set(branch.id, copy(branch))
      inheritSelections(state, branch)
    },
    moveBranch: async (id, head) => {
      const branch = state.branches.get(id)
      if (!branch) throw new BranchNotFound(id)
      checkNode(head, branch.conversation)
      state.branches.set(id, { ...branch, head })
    },
    branches: async (conversation) => {
      if (!state.conversations.has(conversation)) throw new ConversationNotFound(conversation)
      return branchesOf(state, conversation).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    },
    branch: async (id) => state.branches.get(id),
  }
}

interface Named {
  readonly id: string
  readonly short: string
}

function named(state: State, kind: Parameters<Conversations['findIds']>[0], conversation: string | undefined): Named[] {
  switch (kind) {
    case 'conversation':
      return [...state.conversations.values()].map(({ id, shortId }) => ({ id, short: shortId }))
    case 'node':
      return [...state.nodes.values()]
        .filter(({ node }) => conversation === undefined || node.conversation === conversation)
        .map(({ node }) => ({ id: node.id, short: node.shortId }))
    case 'plan':
      return [...state.plans.keys()].map((id) => ({ id, short: id }))
    default:
      return kind satisfies never
  }
}

function starts({ id, short }: Named, start: string): boolean {
  return id.startsWith(start) || id.startsWith(start.toUpperCase()) || short.startsWith(start.toLowerCase())
}

function branchesOf(state: State, conversation: string): Branch[] {
  return [...state.branches.values()].filter((branch) => branch.conversation === conversation)
}

function byOrigin(state: State, origin: string): Conversation | undefined {
  return [...state.conversations.values()].find((conversation) => conversation.origin === origin)
}

/** What a store gives back is never what the caller still holds. */
function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
