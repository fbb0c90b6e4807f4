import { type Command, Option } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import { setCurrent } from '../../../config/current.ts'
import { expandMentions } from '../../../config/mentions/expand-mentions.ts'
import type { Workspace } from '../../../config/open.ts'
import { isOwnerAlive } from '../../../config/session/owner.ts'
import type { AuthorType, Part } from '../../../core/content/part.ts'
import type { Conversation, Mode } from '../../../history/conversation.ts'
import { say, startConversation, titleOf } from '../../../session/say.ts'
import { refuseBusy } from '../../../session/turn/begin-run.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { count, measureName } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { findConversation } from '../../read/find.ts'
import { nodeData, readNode } from '../../read/nodes.ts'
import { branchToWrite, placeIn } from '../../read/place.ts'
import { readText } from '../../read/text.ts'

interface Options {
  readonly as: Exclude<AuthorType, 'tool'>
  readonly new?: boolean
  readonly title?: string
  readonly system?: string
  readonly mode?: Mode
  readonly conversation?: string
}

/** `heddle say [TEXT]`: appends a message to the checked-out branch, or begins a conversation. */
export function addSay(program: Command, context: Context): void {
  addCommand(
    program,
    'say [text]',
    'append a message, from the argument or (with -, or piped in) from standard input',
    [
      'say "Why does the test fail?"',
      'git diff | heddle say -',
      'say --new --title "Release notes" "What changed since 1.2?"',
      'say --as model "Because of the clock."',
    ],
  )
    .addOption(new Option('--as <author>', 'who says it').choices(['human', 'model', 'system']).default('human'))
    .option('--new', 'begin a conversation with it')
    .option('--title <title>', 'the title of a new conversation (default: its first 50 characters)')
    .option('--system <text>', 'the system text of a new conversation')
    .addOption(
      new Option('--mode <mode>', 'what a new conversation is (default: dialogue)').choices(['dialogue', 'buffer']),
    )
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .action((text: string | undefined, options: Options) => run(context, text, options))
}

async function run(context: Context, argument: string | undefined, options: Options): Promise<void> {
  if (options.new !== true && (options.title ?? options.system ?? options.mode) !== undefined)
    throw new UsageError('--title, --system and --mode are for a new conversation: add --new.')
  if (options.new === true && options.conversation !== undefined)
    throw new UsageError('--new and --conversation exclude each other: name one of them.')
  const workspace = await context.workspace()
  const found = options.new === true ? undefined : await findConversation(workspace, options.conversation)
  const text = await readText(context.io, argument, 'The text')
  const parts: readonly Part[] = [{ kind: 'text', text }]
  // Whatever can be wrong with the settings is found before anything is written.
  const { measure } = await callModel(workspace, context.io.env, found)
  const conversation = found ?? (await begin(workspace, parts, options))
  const branch = await branchToWrite(workspace, await placeIn(workspace, conversation))
  await refuseBusy({ engine: workspace.engine, isAlive: isOwnerAlive }, branch.id)
  const isPerson = options.as === 'human' && conversation.mode === 'dialogue'
  const message = isPerson
    ? await expandMentions(workspace, parts, { branch: branch.id, signal: context.io.signal })
    : { parts, notes: [] }
  const node = await say(workspace.engine, branch, { author: options.as, parts: message.parts }, [measure])
  const said = nodeData(await readNode(workspace, node, await workspace.engine.loadMeasure(measure)))
  const { id, shortId, title } = conversation
  const data = { node: said, measure, conversation: { id, shortId, title }, branch: branch.name }
  context.print(data, () => [context.style.yellow(node.shortId)])
  const place = `${sanitizeLine(title)} (${shortId}), branch ${sanitizeLine(branch.name)}`
  context.tell(context.errorStyle.dim(`${options.as} in ${place}: ${count(said.size)} ${measureName(measure)}`))
  for (const note of message.notes) context.tell(context.errorStyle.dim(sanitizeLine(note)))
}

async function begin(
  workspace: Workspace,
  parts: readonly Part[],
  { title, system, mode }: Options,
): Promise<Conversation> {
  const { conversation } = await startConversation(workspace.engine, {
    title: title ?? titleOf(parts),
    ...(system === undefined ? {} : { system }),
    ...(mode === undefined ? {} : { mode }),
  })
  await setCurrent(workspace.paths, conversation.id)
  return conversation
}
