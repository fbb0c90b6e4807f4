import type { Conversation } from '../../history/conversation.ts'
import type { Engine } from '../../session/engine.ts'
import { type NewConversation, startConversation } from '../../session/say.ts'
import type { Approval, Approved } from '../../session/turn/session.ts'
import type { Listener } from '../../telemetry/event.ts'
import { setCurrent } from '../current.ts'
import { openWorkspace as open } from '../open.ts'
import { openSession } from '../session/open-session.ts'
import type { Environment } from '../user-files.ts'
import { type ConversationHandle, handleOf } from './conversation-handle.ts'

/** What a workspace is opened with. */
export interface WorkspaceOptions {
  /** Where keys and the user's settings are. Default: the process's. */
  readonly env?: Environment
  /** Asks a person before a tool runs that the settings do not allow by themselves. Without it such tools are refused. */
  readonly approve?: (approval: Approval, signal: AbortSignal) => Promise<Approved>
  /** Told of everything that happens in every turn. */
  readonly listen?: Listener
  /** Whether the model may use the workspace's tools (files, search, commands). Default true. */
  readonly tools?: boolean
  /** Unix time in milliseconds. Default: the system's clock. */
  readonly now?: () => number
}

/** A workspace as a program uses it. */
export interface HeddleWorkspace {
  /** The folder that it is about. */
  readonly root: string
  /** For everything that the handles do not offer: branches, edits, plans, bundles. */
  readonly engine: Engine
  /** Newest change first. */
  conversations(): Promise<readonly Conversation[]>
  /**
   * One conversation, by id, short id or a unique beginning of one; without one the current. It is looked up when it is used,
   * which throws `unknown-conversation` where there is none.
   */
  conversation(reference?: string): ConversationHandle
  /** Begins a conversation, which becomes the current one. */
  begin(options?: NewConversation): Promise<ConversationHandle>
  close(): Promise<void>
}

/**
 * Opens the workspace of a folder, or of the nearest one above it. `heddle init` or `initWorkspace` makes one. Throws
 * NoWorkspace, and what the store throws.
 */
export async function openWorkspace(
  folder: string,
  { env = process.env, approve, listen, tools = true, now = Date.now }: WorkspaceOptions = {},
): Promise<HeddleWorkspace> {
  const workspace = await open({ cwd: folder, now, env })
  const session = openSession(workspace, {
    tools,
    ...(approve === undefined ? {} : { approve }),
    ...(listen === undefined ? {} : { listeners: [listen] }),
  })
  const { engine, paths, store } = workspace
  const conversation = (reference?: string): ConversationHandle => handleOf({ workspace, session }, reference)
  return {
    root: paths.root,
    engine,
    conversations: () => store.conversations(),
    conversation,
    begin: async (options = {}) => {
      const { conversation: begun } = await startConversation(engine, options)
      await setCurrent(paths, begun.id)
      return conversation(begun.id)
    },
    close: () => workspace.close(),
  }
}
