import { type Command, Option } from 'commander'
import type { Workspace } from '../../../config/open.ts'
import type { Verdict } from '../../../history/calls/outcome.ts'
import type { Conversation } from '../../../history/conversation.ts'
import type { FeedbackTarget } from '../../../session/reflect/give-feedback.ts'
import { giveFeedback } from '../../../session/reflect/give-feedback.ts'
import { type Given, givenFeedback } from '../../../session/reflect/given-feedback.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { wholeNumber } from '../../parse-option.ts'
import { counted, minute } from '../../print/figures.ts'
import { firstLine, sanitizeLine } from '../../print/sanitize.ts'
import { table } from '../../print/table.ts'
import { findNode, findPlan, UnknownReference } from '../../read/find.ts'
import { branchOf, type OnBranch, shortIdOf, takesBranch } from '../edits/on-branch.ts'

const words = [
  ['accept', 'accepted', 'say that an answer was good'],
  ['reject', 'rejected', 'say that an answer was not good'],
  ['edited', 'edited', 'say that an answer was used after changes of your own'],
] as const

/** `heddle feedback accept|reject|edited|list`: a person's word on an answer. */
export function addFeedback(program: Command, context: Context): void {
  const feedback = addCommand(program, 'feedback', 'say what an answer was worth: accept, reject, edited, list', [
    'feedback accept',
    'feedback reject k3x9 --note "It read the wrong file."',
    'feedback list',
  ])
  for (const [name, verdict, about] of words) {
    const command = addCommand(feedback, `${name} [reference]`, about, [
      `feedback ${name}`,
      `feedback ${name} k3x9 --note "why"`,
    ]).option('--note <text>', 'what there is to say')
    takesBranch(command).action((reference: string | undefined, options: GiveOptions) =>
      give(context, verdict, reference, options),
    )
  }
  const list = addCommand(feedback, 'list', 'what was said of answers, newest first, with what was run and changed', [
    'feedback list',
    'feedback list --all --json',
  ])
    .option('-n, --limit <count>', 'how many (default: 20)', wholeNumber(1))
    .addOption(new Option('-a, --all', 'of every conversation').conflicts(['branch', 'conversation']))
  takesBranch(list).action((options: ListOptions) => show(context, options))
}

interface GiveOptions extends OnBranch {
  readonly note?: string
}

async function give(
  context: Context,
  verdict: Verdict,
  reference: string | undefined,
  options: GiveOptions,
): Promise<void> {
  const workspace = await context.workspace()
  const { conversation, branch } = await branchOf(workspace, options)
  const target = reference === undefined ? { branch: branch.id } : await findTarget(workspace, conversation, reference)
  const outcome = await giveFeedback(workspace.engine, target, { verdict, note: options.note ?? null })
  const node = (await workspace.store.call(outcome.call))?.node ?? null
  const shortId = await shortIdOf(workspace, node)
  context.print({ ...outcome, node, shortId }, () => [context.style.yellow(shortId ?? outcome.call)])
  context.tell(context.errorStyle.dim(`${verdict}; \`heddle feedback list\` shows what was said`))
}

/** The call with this id, the answer in this node, or what came of this plan. */
async function findTarget(
  workspace: Workspace,
  conversation: Conversation,
  reference: string,
): Promise<FeedbackTarget> {
  if (await workspace.store.call(reference)) return { call: reference }
  const node = await findNode(workspace, conversation, reference).catch(ifUnknown)
  if (node && (await workspace.store.callsOfNodes([node.id])).size > 0) return { node: node.id }
  const plan = await findPlan(workspace, reference).catch(ifUnknown)
  if (plan) return { plan: plan.id }
  if (node) return { node: node.id }
  throw new UnknownReference(
    'answer',
    reference,
    'Name a node, a plan or a call; leave it out for the newest answer of the branch.',
  )
}

function ifUnknown(error: unknown): undefined {
  if (error instanceof UnknownReference) return undefined
  throw error
}

interface ListOptions extends OnBranch {
  readonly limit?: number
  readonly all?: boolean
}

async function show(context: Context, options: ListOptions): Promise<void> {
  const workspace = await context.workspace()
  const filter = options.all === true ? {} : await place(workspace, options)
  const given = await givenFeedback(workspace.store, { ...filter, limit: options.limit ?? 20 })
  const rows: (Given & { readonly shortId: string | null })[] = []
  for (const each of given) rows.push({ ...each, shortId: await shortIdOf(workspace, each.node) })
  const { io, style } = context
  context.print(rows, () =>
    rows.length === 0
      ? []
      : table(
          rows,
          [
            { title: 'answer', value: ({ shortId, call }) => shortId ?? call, style: style.yellow },
            { title: 'time', value: ({ at }) => minute(at), style: style.dim, optional: true },
            {
              title: 'verdict',
              value: ({ verdict }) => verdict,
              style: (cell, { verdict }) => verdictStyle(verdict, context)(cell),
            },
            { title: '', value: ({ counts }) => (counts ? '' : 'replaced'), style: style.dim },
            { title: 'commands', value: commandsText },
            { title: 'files', value: filesText },
            { title: 'note', value: ({ note }) => (note === null ? '' : firstLine(note)), flexible: true },
          ],
          { width: io.stdout.columns, head: style.dim },
        ),
  )
  if (rows.length === 0)
    context.tell(`Nothing was said of an answer yet. Do so with \`heddle feedback accept\`, \`reject\` or \`edited\`.`)
}

async function place(
  workspace: Workspace,
  options: ListOptions,
): Promise<{ readonly conversation: string; readonly branch?: string }> {
  const { conversation, branch } = await branchOf(workspace, options)
  return { conversation: conversation.id, ...(options.branch === undefined ? {} : { branch: branch.id }) }
}

function verdictStyle(verdict: Verdict, { style }: Context): (text: string) => string {
  if (verdict === 'accepted') return style.green
  return verdict === 'rejected' ? style.red : style.yellow
}

/** How the commands of the turn ended: `3 ok`, `2 ok, 1 failed (exit 2)`. */
function commandsText({ commands }: Given): string {
  const failed = commands.filter(({ exitCode }) => exitCode !== 0)
  const codes = [...new Set(failed.map(({ exitCode }) => exitCode))].slice(0, 3).join(', ')
  const well = commands.length - failed.length
  return [well > 0 ? `${well} ok` : '', failed.length > 0 ? `${failed.length} failed (exit ${codes})` : '']
    .filter((text) => text !== '')
    .join(', ')
}

/** What the turn changed: the file, or how many, and by how many lines. */
function filesText({ changes }: Given): string {
  const [first, second] = changes
  if (!first) return ''
  const added = changes.reduce((sum, each) => sum + each.added, 0)
  const removed = changes.reduce((sum, each) => sum + each.removed, 0)
  return `${second ? counted(changes.length, 'file') : sanitizeLine(first.path)} +${added} −${removed}`
}
