import type { Part } from '../../core/content/part.ts'
import { HeddleError } from '../../core/errors.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import type { PlannedCall } from '../../session/plan-call.ts'
import { fork } from '../../session/say.ts'
import { CallRefused } from '../../session/turn/errors.ts'
import { runTurn } from '../../session/turn/run-turn.ts'
import type { Session } from '../../session/turn/session.ts'
import { streamTurn, type TurnStream } from '../../session/turn/stream-turn.ts'
import type { TurnRequest, TurnResult } from '../../session/turn/turn-request.ts'
import { currentConversation } from '../current.ts'
import { type ExpandOptions, expandMentions } from '../mentions/expand-mentions.ts'
import type { Workspace } from '../open.ts'
import { planNext } from '../session/plan-next.ts'
import { titled } from '../session/titled.ts'
import { type TurnOptions, turnRequest } from '../session/turn.ts'

/** What a person says: a text, whose mentions (`@/path` …) bring what they name; or parts, which go as they are. */
export type Said = string | readonly Part[]

/** A turn's options, and the branch it is made on: by name; default the one that is checked out. */
export interface SendOptions extends TurnOptions {
  readonly branch?: string
}

/** How a call is planned that is not made. */
export type PlanOptions = Pick<SendOptions, 'branch' | 'agent' | 'model' | 'budget'>

/** One conversation of a workspace. */
export interface ConversationHandle {
  /** As it is in the store now. Throws `unknown-conversation`. */
  record(): Promise<Conversation>
  /** The branch of this name, or the one that is checked out. Throws `unknown-branch`. */
  branch(name?: string): Promise<Branch>
  /** What the next call of a turn would send, and why; stored. With a question: as if it had been said. */
  plan(question?: Said, options?: PlanOptions): Promise<PlannedCall | Refusal>
  /** Says something and makes the turn. Without a message it goes on from where the branch ends. */
  send(message: Said | undefined, options?: SendOptions): Promise<TurnResult>
  /** The same, told as it happens. */
  stream(message: Said | undefined, options?: SendOptions): Promise<TurnStream>
  /** A branch that leaves another (default the one checked out) at its head. */
  fork(name: string, from?: string): Promise<Branch>
  /** Goes on with another branch. */
  checkout(name: string): Promise<void>
}

interface Ground {
  readonly workspace: Workspace
  readonly session: Session
}

/** The handle of a conversation that is looked up when it is used. */
export function handleOf(ground: Ground, reference: string | undefined): ConversationHandle {
  const { workspace, session } = ground
  const record = (): Promise<Conversation> => find(workspace, reference)
  const branch = async (name?: string): Promise<Branch> => branchOf(workspace, await record(), name)
  const request = async (
    message: Said | undefined,
    { branch: name, ...options }: SendOptions,
  ): Promise<TurnRequest> => {
    const conversation = await record()
    const place = { conversation, branch: await branchOf(workspace, conversation, name) }
    const where = { branch: place.branch.id, ...(options.signal ? { signal: options.signal } : {}) }
    const parts = message === undefined ? undefined : await partsOf(workspace, message, where)
    const made = await turnRequest(workspace, place, parts, options)
    return { ...made, conversation: await titled(workspace, conversation, parts) }
  }
  return {
    record,
    branch,
    plan: async (question, { branch: name, ...options } = {}) => {
      const conversation = await record()
      const place = { conversation, branch: await branchOf(workspace, conversation, name) }
      const next = await turnRequest(workspace, place, undefined, options)
      const asked = question === undefined ? undefined : await partsOf(workspace, question)
      return await planNext(session, next, asked).catch((error: unknown) => {
        if (error instanceof CallRefused) return error.refusal
        throw error
      })
    },
    send: async (message, options = {}) => await runTurn(session, await request(message, options)),
    stream: async (message, options = {}) => streamTurn(session, await request(message, options)),
    fork: async (name, from) => await fork(workspace.engine, await branch(from), name),
    checkout: async (name) => {
      const conversation = await record()
      const { id } = await branchOf(workspace, conversation, name)
      await workspace.store.updateConversation({ ...conversation, branch: id })
    },
  }
}

async function partsOf(workspace: Workspace, said: Said, where: ExpandOptions = {}): Promise<readonly Part[]> {
  if (typeof said !== 'string') return said
  return (await expandMentions(workspace, [{ kind: 'text', text: said }], where)).parts
}

async function find({ paths, store }: Workspace, reference: string | undefined): Promise<Conversation> {
  if (reference === undefined) {
    const current = await currentConversation(paths, store)
    if (current) return current
    throw new HeddleError('nothing-yet', 'There is no conversation yet. Begin one with `begin()`.')
  }
  const [id, other] = await store.findIds('conversation', reference)
  const found = id === undefined || other !== undefined ? undefined : await store.conversation(id)
  if (found) return found
  const many = other === undefined ? 'There is no conversation' : 'There is more than one conversation'
  throw new HeddleError('unknown-conversation', `${many} ${JSON.stringify(reference)}. \`conversations()\` lists them.`)
}

async function branchOf({ store }: Workspace, conversation: Conversation, name: string | undefined): Promise<Branch> {
  const branches = await store.branches(conversation.id)
  const found = branches.find((each) => (name === undefined ? each.id === conversation.branch : each.name === name))
  if (found) return found
  const names = branches.map((each) => each.name).join(', ')
  throw new HeddleError('unknown-branch', `There is no branch ${JSON.stringify(name)}. There are: ${names}.`)
}
