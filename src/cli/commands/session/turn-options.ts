import { resolve } from 'node:path'
import type { Command } from 'commander'
import { setCurrent } from '../../../config/current.ts'
import type { Workspace } from '../../../config/open.ts'
import { openTrace } from '../../../config/session/open-session.ts'
import type { TurnOptions } from '../../../config/session/turn.ts'
import type { Conversation } from '../../../history/conversation.ts'
import type { Branch } from '../../../history/node.ts'
import { startConversation, titleOf } from '../../../session/say.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { wholeNumber } from '../../parse-option.ts'
import { findAgent, findBranch, findConversation } from '../../read/find.ts'
import { branchToWrite, placeIn } from '../../read/place.ts'

/** What `heddle ask` and `heddle chat` take. */
export interface SessionOptions {
  readonly new?: boolean
  readonly system?: string
  readonly conversation?: string
  readonly branch?: string
  readonly agent?: string
  readonly model?: string
  readonly budget?: number
  readonly maxSteps?: number
  /** `false` with --no-tools. */
  readonly tools: boolean
  readonly trace?: string
  readonly traceContent?: boolean
}

/** Puts the options under a command. */
export function sessionOptions(command: Command): Command {
  return command
    .option('--new', 'begin a conversation')
    .option('--system <text>', 'the system text of a new conversation')
    .option('-c, --conversation <id>', 'the conversation (default: the current one, or a new one)')
    .option('-b, --branch <name>', 'the branch (default: the one checked out)')
    .option('--model <provider:model>', "the model (default: the agent's, else the setting `model`)")
    .option('--agent <name>', 'the agent that answers')
    .option('--budget <size>', 'the limit for the input', wholeNumber(1))
    .option('--max-steps <count>', 'how many calls a turn may take', wholeNumber(1))
    .option('--no-tools', 'the model gets no tools')
    .option('--trace <file>', 'append what happens to this file, as JSON lines, without what was said')
    .option('--trace-content', 'with --trace: also what was said')
}

/** The trace that the options ask for; null without one. */
export function traceOf(
  { io }: Context,
  { trace, traceContent = false }: SessionOptions,
): ReturnType<typeof openTrace> | null {
  if (traceContent && trace === undefined) throw new UsageError('--trace-content goes with --trace FILE.')
  return trace === undefined ? null : openTrace(resolve(io.cwd, trace), traceContent)
}

/** Where a turn is made. */
export interface SessionPlace {
  readonly conversation: Conversation
  readonly branch: Branch
}

/** The conversation and the branch that the options name; a new conversation where they ask for one, or there is none yet. */
export async function sessionPlace(
  workspace: Workspace,
  options: SessionOptions,
  firstText: string,
): Promise<SessionPlace> {
  const { new: isNew = false, system, conversation: reference } = options
  if (isNew && (reference !== undefined || options.branch !== undefined))
    throw new UsageError('--new goes with neither --conversation nor --branch: a new conversation has its own.')
  const isFirst = reference === undefined && (await workspace.store.conversations()).length === 0
  if (system !== undefined && !isNew && !isFirst) throw new UsageError('--system is for a new conversation: add --new.')
  if (isNew || isFirst) {
    const title = titleOf([{ kind: 'text', text: firstText }])
    const begun = await startConversation(workspace.engine, { title, ...(system === undefined ? {} : { system }) })
    await setCurrent(workspace.paths, begun.conversation.id)
    return begun
  }
  const conversation = await findConversation(workspace, reference)
  if (conversation.mode === 'buffer')
    throw new UsageError('This conversation is a document (mode buffer); models are asked in dialogues. Add --new.')
  if (options.branch !== undefined)
    return { conversation, branch: await findBranch(workspace, conversation, options.branch) }
  return { conversation, branch: await branchToWrite(workspace, await placeIn(workspace, conversation)) }
}

/** What a turn is made with, by the options. */
export async function turnOptions(workspace: Workspace, options: SessionOptions): Promise<TurnOptions> {
  const { agent, model, budget, maxSteps } = options
  return {
    ...(agent === undefined ? {} : { agent: await findAgent(workspace, agent) }),
    ...(model === undefined ? {} : { model }),
    ...(budget === undefined ? {} : { budget }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  }
}
