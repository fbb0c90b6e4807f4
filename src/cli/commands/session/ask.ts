import type { Command } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import { expandMentions } from '../../../config/mentions/expand-mentions.ts'
import { openSession } from '../../../config/session/open-session.ts'
import { turnRequest } from '../../../config/session/turn.ts'
import { nearest } from '../../../config/settings/nearest.ts'
import { HeddleError } from '../../../core/errors.ts'
import type { Permitted } from '../../../history/calls/tool-trace.ts'
import { runTurn } from '../../../session/turn/run-turn.ts'
import type { Approval, Approved, Session } from '../../../session/turn/session.ts'
import { type TurnRequest, type TurnResult, textOf } from '../../../session/turn/turn-request.ts'
import type { Listener, SessionEvent } from '../../../telemetry/event.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { Interrupted, UsageError } from '../../exit-code.ts'
import { eventLine } from '../../print/event-json.ts'
import { sanitize, sanitizeLine } from '../../print/sanitize.ts'
import { readText } from '../../read/text.ts'
import { type SessionOptions, sessionOptions, sessionPlace, traceOf, turnOptions } from './turn-options.ts'

interface Options extends SessionOptions {
  readonly continue?: boolean
  readonly allow?: readonly string[]
}

function more(tool: string, before: readonly string[] = []): readonly string[] {
  return [...before, tool]
}

/** A turn that came to nothing; the code is that of what went wrong. */
class TurnFailed extends HeddleError {
  readonly run: string
  constructor({ run }: TurnResult) {
    super(run.error?.code ?? 'failed', run.error?.message ?? 'The turn failed.')
    this.run = run.id
  }
}

/** `heddle ask [TEXT]`: one turn, without a prompt: for pipes and scripts. */
export function addAsk(program: Command, context: Context): void {
  const command = addCommand(program, 'ask [text]', 'ask the model: one turn, with tools, printed as it comes', [
    'ask "Why does the test fail?"',
    'git diff | heddle ask - --new --no-tools',
    'ask "Run the tests and mend what fails." --allow run_command --allow replace_in_file',
    'ask --continue --json',
  ])
  sessionOptions(command)
    .option('--continue', 'say nothing: go on from where the branch ends')
    .option('--allow <tool>', 'a tool that may run without being asked for, this once; may be repeated', more)
    .action((text: string | undefined, options: Options) => ask(context, text, options))
}

async function ask(context: Context, argument: string | undefined, options: Options): Promise<void> {
  if (options.continue === true && (argument !== undefined || options.new === true))
    throw new UsageError('--continue says nothing: leave the text and --new out.')
  const text = options.continue === true ? undefined : await readText(context.io, argument, 'The question')
  const workspace = await context.workspace()
  const given = await turnOptions(workspace, options)
  // Whatever can be wrong with model and trace is found before a conversation is begun.
  await callModel(workspace, workspace.env, undefined, { agent: given.agent, model: given.model })
  const trace = traceOf(context, options)
  const place = await sessionPlace(workspace, options, text ?? '')
  const { signal } = context.io
  const said = text === undefined ? [] : [{ kind: 'text', text } as const]
  const { parts, notes } = await expandMentions(workspace, said, { branch: place.branch.id, signal })
  for (const note of notes) context.tell(context.errorStyle.dim(sanitizeLine(note)))
  const message = text === undefined ? undefined : parts
  const request = await turnRequest(workspace, place, message, { ...given, signal })
  const session = openSession(workspace, {
    tools: options.tools,
    allowed: options.allow ?? [],
    listeners: [context.json ? jsonListener(context) : textListener(context), ...(trace ? [trace] : [])],
    ...(context.io.stdin.terminal && !context.json ? { approve: (asked) => approve(context, asked) } : {}),
  })
  await checkTools(session, request, options.allow ?? [])
  const result = await runTurn(session, request).finally(() => trace?.close())
  if (result.branch !== place.conversation.branch && options.branch === undefined) {
    const conversation = await workspace.store.conversation(place.conversation.id)
    if (conversation) await workspace.store.updateConversation({ ...conversation, branch: result.branch })
  }
  if (result.run.state === 'stopped') throw new Interrupted()
  if (result.run.state === 'done') return
  if ((await workspace.store.branch(place.branch.id))?.head !== place.branch.head)
    context.tell(context.errorStyle.dim('What was said and done is kept; `heddle ask --continue` goes on from there.'))
  throw new TurnFailed(result)
}

/** Refuses names of tools that there are not. */
async function checkTools(session: Session, request: TurnRequest, names: readonly string[]): Promise<void> {
  const { conversation, branch, agent = null, model } = request
  if (names.length === 0) return
  const tools = (await session.tools?.at({ run: '', conversation, branch, agent, model })) ?? []
  const known = tools.map(({ definition }) => definition.name)
  const wrong = names.find((name) => !known.includes(name))
  if (wrong === undefined) return
  const meant = nearest(wrong, known)
  const hint = meant === undefined ? `There are: ${known.join(', ') || 'none'}.` : `Did you mean ${meant}?`
  throw new UsageError(`There is no tool ${JSON.stringify(wrong)}. ${hint}`, 'unknown-tool')
}

/** Each event is a line of JSON on standard output. */
function jsonListener({ io }: Context): Listener {
  return (event) => io.stdout.write(eventLine(event))
}

/**
 * The answer goes to standard output, everything else to standard error. On a terminal it is shown as it comes; else it is written when a
 * call has ended, since a try that failed may have begun to answer.
 */
function textListener({ io, errorStyle }: Context): Listener {
  let atLineStart = true
  const say = (text: string): void => {
    if (text === '') return
    io.stdout.write(text)
    atLineStart = text.endsWith('\n')
  }
  const tell = (line: string): void => {
    if (!atLineStart && io.stdout.terminal) say('\n')
    io.stderr.write(`${errorStyle.dim(sanitizeLine(line))}\n`)
  }
  return (event) => {
    if (event.kind === 'text-delta' && io.stdout.terminal) say(sanitize(event.text))
    if (event.kind === 'call-end') {
      if (!io.stdout.terminal) say(textOf(event))
      if (!atLineStart) say('\n')
    }
    const line = lineOf(event)
    if (line !== undefined) tell(line)
  }
}

function lineOf(event: SessionEvent): string | undefined {
  switch (event.kind) {
    case 'tool-start':
      return `● ${event.about}`
    case 'tool-end':
      return event.trace.error === null ? undefined : `  ${permittedWords[event.trace.permitted] ?? event.trace.error}`
    case 'call-end':
      if (event.call.finish === 'length')
        return 'The answer was cut: it was as long as it may be. `heddle ask --continue` goes on.'
      return event.call.finish === 'content-filter' ? 'The provider held the answer back.' : undefined
    case 'call-retry':
      return `${event.message} Again in ${Math.ceil(event.wait / 1000)} s.`
    case 'plan-end':
      return event.firstCut ? 'Some of the history is left out from here on; heddle explain says what.' : undefined
    default:
      return undefined
  }
}

/** What became of a tool that may not run, in words for the person. */
const permittedWords: { readonly [permitted in Permitted]?: string } = {
  refused: 'not allowed',
  denied: 'switched off',
}

async function approve({ io }: Context, { about, name, preview }: Approval): Promise<Approved> {
  if (preview !== null) io.stderr.write(`${sanitize(preview)}\n`)
  io.stderr.write(`${sanitizeLine(`${name}: ${about}`)}\nAllow it? y (once), a (always, in this workspace), or n: `)
  const said = (await io.stdin.line()).trim().toLowerCase()
  return said === 'y' || said === 'yes' ? 'once' : said === 'a' || said === 'always' ? 'always' : 'no'
}
