import type { Part } from '../../core/content/part.ts'
import type { Agent, Conversation } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import type { TurnRequest } from '../../session/turn/turn-request.ts'
import { callModel } from '../call-model.ts'
import type { Workspace } from '../open.ts'

/** What a turn is made with, where it is not what the settings say. */
export interface TurnOptions {
  /** Default: the conversation's. */
  readonly agent?: Agent
  /** `provider:model`. Default: the agent's, else the setting's. */
  readonly model?: string
  /** A limit of its own for the input. */
  readonly budget?: number
  readonly maxSteps?: number
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly signal?: AbortSignal
}

/** A turn on a branch, by the settings. Without a message it goes on from the head. Throws UnknownModel, and as settings do. */
export async function turnRequest(
  workspace: Workspace,
  { conversation, branch }: { readonly conversation: Conversation; readonly branch: Branch },
  message: readonly Part[] | undefined,
  { agent: named, model: reference, ...given }: TurnOptions = {},
): Promise<TurnRequest> {
  const { settings, agent, model, measure } = await callModel(workspace, workspace.env, conversation, {
    agent: named,
    model: reference,
    branch: branch.id,
  })
  return {
    conversation,
    branch,
    agent,
    model,
    settings,
    measure,
    maxSteps: settings.maxSteps,
    ...(message === undefined ? {} : { message }),
    ...given,
  }
}
