import type { Branch } from '../../history/node.ts'
import { BranchNameTaken, BranchNotFound, DuplicateId, ForeignParent } from '../errors.ts'
import type { Conversations } from '../store.ts'
import type { ConversationKeys } from './conversation-keys.ts'
import type { Connection } from './database/connection.ts'
import { slot } from './database/statement.ts'
import type { Tree } from './nodes/tree.ts'

/** The part of the port that is about branches; `add`, `move` and `put` run inside a transaction. */
export interface Branches extends Pick<Conversations, 'createBranch' | 'moveBranch' | 'branches' | 'branch'> {
  /** `conversation` is the key of the branch's conversation. */
  add(branch: Branch, conversation: number): void
  /** Moves a branch of this conversation to a node. */
  move(id: string, conversation: number, head: number | null): void
  /** Makes the branch, or moves its head where it is there. */
  put(branch: Branch, conversation: number): void
}

/** Writes and reads branches. A fork is one row, however much stands before it. */
export function branches(connection: Connection, conversations: ConversationKeys, tree: Tree): Branches {
  const insert = connection.prepare((query) =>
    query.insertInto('branches').values({
      id: slot(0),
      conversation: slot(1),
      name: slot(2),
      parent: slot(3),
      fork_point: slot(4),
      head: slot(5),
      created_at: slot(6),
      selection_set: slot<number>(7),
      state_revision: slot<number>(8),
      fact_number: slot<number>(9),
    }),
  )
  const share = connection.prepare((query) =>
    query.updateTable('selection_sets').set({ shared: 1 }).where('key', '=', slot<number>(0)),
  )
  const lastState = connection.prepare((query) =>
    query.selectFrom('branch_states').select('revision').orderBy('revision', 'desc').limit(1),
  )
  const lastFact = connection.prepare((query) =>
    query.selectFrom('branch_facts').select('number').orderBy('number', 'desc').limit(1),
  )
  const find = connection.prepare((query) => query.selectFrom('branches').selectAll().where('id', '=', slot<string>(0)))
  const named = connection.prepare((query) =>
    query
      .selectFrom('branches')
      .select('id')
      .where('conversation', '=', slot<number>(0))
      .where('name', '=', slot<string>(1)),
  )
  const all = connection.prepare((query) =>
    query
      .selectFrom('branches')
      .selectAll()
      .where('conversation', '=', slot<number>(0))
      .orderBy('created_at')
      .orderBy('id'),
  )
  const setHead = connection.prepare((query) =>
    query
      .updateTable('branches')
      .set({ head: slot<number>(2) })
      .where('id', '=', slot<string>(0))
      .where('conversation', '=', slot<number>(1)),
  )

  const nodeIn = (id: string | null, conversation: number): number | null => {
    if (id === null) return null
    const link = tree.linkOf(id)
    if (link.conversation !== conversation) throw new ForeignParent(id)
    return link.key
  }
  const add = (branch: Branch, conversation: number): void => {
    if (find.get(branch.id)) throw new DuplicateId('branch', branch.id)
    if (named.get(conversation, branch.name)) throw new BranchNameTaken(branch.name)
    const parent = branch.parent === null ? undefined : find.get(branch.parent)
    if (branch.parent !== null && parent?.conversation !== conversation) throw new BranchNotFound(branch.parent)
    const forkPoint = nodeIn(branch.forkPoint, conversation)
    const head = nodeIn(branch.head, conversation)
    const selections = parent?.selection_set ?? null
    if (selections !== null) share.run(selections)
    const states = lastState.get()?.revision ?? 0
    insert.run(
      branch.id,
      conversation,
      branch.name,
      branch.parent,
      forkPoint,
      head,
      branch.createdAt,
      selections,
      states,
      lastFact.get()?.number ?? 0,
    )
  }
  const move = (id: string, conversation: number, head: number | null): void => {
    if (setHead.run(id, conversation, head) === 0) throw new BranchNotFound(id)
  }
  const branchOf = (row: NonNullable<ReturnType<typeof find.get>>): Branch => ({
    id: row.id,
    conversation: conversations.idOf(row.conversation),
    name: row.name,
    parent: row.parent,
    forkPoint: row.fork_point === null ? null : tree.idOf(row.fork_point),
    head: row.head === null ? null : tree.idOf(row.head),
    createdAt: row.created_at,
  })
  const put = (branch: Branch, conversation: number): void => {
    if (find.get(branch.id)) move(branch.id, conversation, nodeIn(branch.head, conversation))
    else add(branch, conversation)
  }
  return {
    add,
    move,
    put,
    createBranch: async (branch) => connection.transaction(() => add(branch, conversations.keyOf(branch.conversation))),
    moveBranch: async (id, head) =>
      connection.transaction(() => {
        const row = find.get(id)
        if (!row) throw new BranchNotFound(id)
        move(id, row.conversation, nodeIn(head, row.conversation))
      }),
    branches: async (conversation) => all.all(conversations.keyOf(conversation)).map(branchOf),
    branch: async (id) => {
      const row = find.get(id)
      return row && branchOf(row)
    },
  }
}
