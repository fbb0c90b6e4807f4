import type { Command } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import { commitWorkingBuffer, setWorkingBuffer, workingBuffer } from '../../../session/buffer.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { sanitize, sanitizeLine } from '../../print/sanitize.ts'
import { branchToWrite, placeOf } from '../../read/place.ts'
import { readText } from '../../read/text.ts'

interface Options {
  readonly append?: boolean
  readonly commit?: boolean
  readonly clear?: boolean
  readonly conversation?: string
}

/** `heddle buffer [TEXT]`: the text of a document that is not committed yet. */
export function addBuffer(program: Command, context: Context): void {
  addCommand(program, 'buffer [text]', 'show, write or commit the working buffer of a conversation of mode buffer', [
    'buffer "Once upon "',
    'buffer --append "a time"',
    'buffer --commit',
    'buffer',
  ])
    .option('--append', 'put the text behind what is there')
    .option('--commit', 'make a node of the working buffer')
    .option('--clear', 'empty the working buffer')
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .action((text: string | undefined, options: Options) => run(context, text, options))
}

async function run(context: Context, argument: string | undefined, options: Options): Promise<void> {
  const workspace = await context.workspace()
  const { engine, store } = workspace
  const place = await placeOf(workspace, options.conversation)
  const { conversation } = place
  if (conversation.mode !== 'buffer')
    throw new UsageError(
      `Conversation ${conversation.shortId} is a dialogue. Only one that began with \`heddle say --new --mode buffer\` has a working buffer.`,
    )
  const isWriting = argument !== undefined || options.commit === true || options.clear === true
  const branch = isWriting ? await branchToWrite(workspace, place) : place.branch
  if (argument !== undefined) {
    const text = await readText(context.io, argument, 'The text')
    const before = options.append === true ? await workingBuffer(store, branch.id) : ''
    await setWorkingBuffer(engine, branch.id, before + text)
  } else if (options.clear === true) await setWorkingBuffer(engine, branch.id, '')
  const { measure } = await callModel(workspace, context.io.env, conversation)
  const added = options.commit === true ? await commitWorkingBuffer(engine, branch, [measure]) : []
  const text = await workingBuffer(store, branch.id)
  const { id, shortId, title } = conversation
  const data = { workingBuffer: text, committed: added, conversation: { id, shortId, title }, branch: branch.name }
  context.print(data, () => (text === '' ? [] : sanitize(text).split('\n')))
  for (const node of added) context.tell(`Committed as ${node.shortId} on branch ${sanitizeLine(branch.name)}.`)
  if (text === '' && added.length === 0) context.tell('The working buffer is empty.')
}
