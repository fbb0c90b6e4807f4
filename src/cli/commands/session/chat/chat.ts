import { join } from 'node:path'
import type { Command } from 'commander'
import { callModel } from '../../../../config/call-model.ts'
import { pricesBy } from '../../../../config/session/prices.ts'
import { chat } from '../../../chat/chat.ts'
import { nodeChatIo } from '../../../chat/terminal/node-chat-io.ts'
import { addCommand } from '../../../command.ts'
import type { AddCommand, Context } from '../../../context.ts'
import { UsageError } from '../../../exit-code.ts'
import type { RunCommand } from '../../demo.ts'
import { type SessionOptions, sessionOptions, sessionPlace, traceOf, turnOptions } from '../turn-options.ts'
import type { ChatPlace } from './chat-place.ts'
import { chatLooks } from './look.ts'
import { chatTurns } from './turns.ts'

/** `heddle chat`: talks with a model at the terminal. Its commands run others through `run`. */
export function addChat(run: RunCommand): AddCommand {
  return (program: Command, context: Context): void => {
    const command = addCommand(
      program,
      'chat',
      'talk with a model: streaming, tools, branches; /help lists what can be done',
      ['chat', 'chat --new --model openai:gpt-5', 'chat --agent reviewer --budget 32000'],
    )
    sessionOptions(command).action((options: SessionOptions) => talk(context, options, run))
  }
}

/** What a chat plans has the tools that the chat has. */
function withTools([name = '', ...rest]: readonly string[], { tools }: SessionOptions): readonly string[] {
  return name === 'plan' && tools ? [name, '--tools', ...rest] : [name, ...rest]
}

async function talk(context: Context, options: SessionOptions, run: RunCommand): Promise<void> {
  if (context.json) throw new UsageError('A chat is for people. For programs there is: heddle ask --json')
  const workspace = await context.workspace()
  const given = await turnOptions(workspace, options)
  const { model, ...others } = given
  // Whatever can be wrong with model and trace is found before a conversation is begun.
  await callModel(workspace, workspace.env, undefined, { agent: given.agent, model })
  const trace = traceOf(context, options)
  const { conversation } = await sessionPlace(workspace, options, '')
  const { settings } = await callModel(workspace, workspace.env, conversation, { agent: given.agent, model })
  const place: ChatPlace = {
    workspace,
    conversation: conversation.id,
    options: others,
    tools: options.tools,
    listeners: trace ? [trace] : [],
    pricesOf: pricesBy(settings),
    model,
  }
  const where = ['--workspace', workspace.paths.root]
  await chat(
    nodeChatIo(context.style, context.io.signal),
    {
      ...chatTurns(place),
      ...chatLooks(place),
      run: async (argv, signal) => void (await run([...withTools(argv, options), ...where], { ...context.io, signal })),
    },
    { historyFile: join(workspace.paths.folder, 'chat-history') },
  ).finally(() => trace?.close())
}
