import type { Command } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import type { Workspace } from '../../../config/open.ts'
import { limitOf } from '../../../core/budget.ts'
import type { Conversation } from '../../../history/conversation.ts'
import type { Branch } from '../../../history/node.ts'
import { storeCompaction } from '../../../session/compact/compact.ts'
import { expand } from '../../../session/compact/compactions.ts'
import { type DraftedCompaction, draftCompaction } from '../../../session/compact/draft.ts'
import { refusalOf } from '../../../session/compact/errors.ts'
import { mostFiles } from '../../../session/compact/material.ts'
import { prepareCompaction } from '../../../session/compact/prepare.ts'
import type { CompactionRequest, NotCompacted } from '../../../session/compact/request.ts'
import { budgetOf, perMessageOf } from '../../../session/write-recipe.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { wholeNumber } from '../../parse-option.ts'
import { count, counted, measureName } from '../../print/figures.ts'
import { progress } from '../../print/progress.ts'
import { sanitize, sanitizeLine } from '../../print/sanitize.ts'
import { findBranch, findConversation, findNode } from '../../read/find.ts'
import { placeIn } from '../../read/place.ts'
import { shortIdOf } from './on-branch.ts'

interface CompactOptions {
  readonly branch?: string
  readonly from?: string
  readonly to?: string
  readonly keep?: number
  readonly file?: readonly string[]
  readonly dryRun?: boolean
  readonly undo?: string | true
}

/** `heddle compact [CONVERSATION]`: a summary in place of a range, and back. */
export function addCompact(program: Command, context: Context): void {
  addCommand(
    program,
    'compact [conversation]',
    'send a summary in place of a part of the history, from now on; the nodes stay, and --undo sends them again',
    ['compact', 'compact --dry-run', 'compact --from k3x9 --to 7qa2', 'compact --file src/parser.ts', 'compact --undo'],
  )
    .option('-b, --branch <name>', 'which branch (default: the one that is checked out)')
    .option('--from <node>', 'the first node (default: the one behind the first pair)')
    .option('--to <node>', 'the last node (default: the one before the last steps)')
    .option('--keep <count>', 'how many of the last steps stay', wholeNumber(1), 4)
    .option('--file <path...>', 'files that go with it in their newest state (default: those in work)')
    .option('--dry-run', 'only show the summary that would be written')
    .option('--undo [summary]', 'undo a compaction: the one with this summary, else the newest')
    .action((conversation: string | undefined, options: CompactOptions, command: Command) => {
      refuseOptions(options, command)
      return options.undo === undefined
        ? run(context, conversation, options)
        : undo(context, conversation, options, options.undo)
    })
}

function refuseOptions({ undo: undone, file = [] }: CompactOptions, command: Command): void {
  const others = ['from', 'to', 'keep', 'file', 'dryRun'].filter((name) => command.getOptionValueSource(name) === 'cli')
  if (undone !== undefined && others.length > 0)
    throw new UsageError('--undo stands alone: leave the options that choose a range out.')
  if (file.length > mostFiles) throw new UsageError(`At most ${mostFiles} files go with a summary.`)
}

interface Meant {
  readonly workspace: Workspace
  readonly conversation: Conversation
  readonly branch: Branch
}

async function meant(context: Context, named: string | undefined, { branch }: CompactOptions): Promise<Meant> {
  const workspace = await context.workspace()
  const conversation = await findConversation(workspace, named)
  const found =
    branch === undefined
      ? (await placeIn(workspace, conversation)).branch
      : await findBranch(workspace, conversation, branch)
  return { workspace, conversation, branch: found }
}

async function run(context: Context, named: string | undefined, options: CompactOptions): Promise<void> {
  const place = await meant(context, named, options)
  const { workspace, branch } = place
  const { engine } = workspace
  const shown = progress(context.io)
  const request = await requestOf(context, place, options, (done, total) =>
    shown.update(done, total, 'reading what was said'),
  )
  const prepared = request && (await prepareCompaction(engine, request).finally(() => shown.end()))
  if (!prepared) throw refusalOf({ kind: 'not-compacted', code: 'nothing-to-compact', reference: branch.name })
  const drafted = prepared.kind === 'prepared' ? await draftCompaction(engine, prepared) : prepared
  if (drafted.kind === 'not-compacted') throw refusalOf(drafted, await nameOf(workspace, drafted))
  const made = options.dryRun === true ? null : await storeCompaction(engine, drafted)
  const account = await accountOf(workspace, drafted)
  const data = {
    dryRun: made === null,
    summary: made?.summary.id ?? null,
    shortId: made?.summary.shortId ?? null,
    ...account,
    text: drafted.text,
    files: drafted.files.map(({ path }) => path),
    branch: branch.name,
  }
  context.print(data, () =>
    made === null ? sanitize(drafted.text).split('\n') : [context.style.yellow(made.summary.shortId)],
  )
  for (const line of told(data)) context.tell(context.errorStyle.dim(line))
}

/** What is asked for; undefined where nothing has been said. */
async function requestOf(
  context: Context,
  { workspace, conversation, branch }: Meant,
  { from, to, keep, file }: CompactOptions,
  onProgress: (done: number, total: number) => void,
): Promise<CompactionRequest | undefined> {
  if (branch.head === null) return undefined
  const { settings, model, measure } = await callModel(workspace, context.io.env, conversation)
  const call = { conversation, branch, model, measure, settings, target: 'markdown' } as const
  const node = async (reference: string): Promise<string> => (await findNode(workspace, conversation, reference)).id
  return {
    branch,
    head: branch.head,
    measure,
    perMessage: perMessageOf(call),
    limit: limitOf(budgetOf(call, settings)),
    ...(from === undefined ? {} : { from: await node(from) }),
    ...(to === undefined ? {} : { to: await node(to) }),
    ...(keep === undefined ? {} : { keepLast: keep }),
    ...(file === undefined ? {} : { files: file }),
    onProgress,
  }
}

async function nameOf(workspace: Workspace, { reference }: NotCompacted): Promise<string> {
  return sanitizeLine((await shortIdOf(workspace, reference)) ?? reference)
}

/** What a compaction comes to, in JSON. Sizes are in the measure that stands beside them. */
interface Account {
  readonly from: string
  readonly fromShortId: string | null
  readonly to: string
  readonly toShortId: string | null
  readonly nodes: number
  readonly before: number
  readonly after: number
  readonly measure: string
  readonly takesIn: readonly string[]
}

async function accountOf(workspace: Workspace, { prepared, size }: DraftedCompaction): Promise<Account> {
  const { from, to, count: nodes, takesIn, request } = prepared
  return {
    from,
    fromShortId: await shortIdOf(workspace, from),
    to,
    toShortId: await shortIdOf(workspace, to),
    nodes,
    before: prepared.size,
    after: size,
    measure: request.measure,
    takesIn,
  }
}

function told(data: Account & { readonly shortId: string | null; readonly files: readonly string[] }): string[] {
  const { fromShortId, toShortId, nodes, before, after, measure, takesIn, files, shortId } = data
  const sizes = `${count(before)} → ${count(after)} ${measureName(measure)}`
  const range = `${fromShortId}…${toShortId}, ${counted(nodes, 'node')}`
  return [
    shortId === null ? `would stand for ${range}: ${sizes}` : `stands for ${range}: ${sizes}`,
    ...(files.length === 0 ? [] : [`with ${files.map(sanitizeLine).join(', ')}`]),
    ...(takesIn.length === 0 ? [] : [`takes in ${counted(takesIn.length, 'earlier summary', 'earlier summaries')}`]),
    ...(shortId === null
      ? []
      : [`\`heddle compact --undo\` undoes this; \`heddle show ${shortId}\` shows the summary`]),
  ]
}

async function undo(
  context: Context,
  named: string | undefined,
  options: CompactOptions,
  which: string | true,
): Promise<void> {
  const { workspace, conversation, branch } = await meant(context, named, options)
  const node = which === true ? undefined : await findNode(workspace, conversation, which)
  const { summary, from, to, count: nodes } = await expand(workspace.engine, branch, node?.id)
  const [shortId, fromShortId, toShortId] = [
    await shortIdOf(workspace, summary),
    await shortIdOf(workspace, from),
    await shortIdOf(workspace, to),
  ]
  const data = { undone: summary, shortId, from, fromShortId, to, toShortId, nodes, branch: branch.name }
  context.print(data, () => [context.style.yellow(shortId ?? summary)])
  context.tell(
    context.errorStyle.dim(
      `${fromShortId}…${toShortId}, ${counted(nodes, 'node')}, count as they are again on branch ${sanitizeLine(branch.name)}`,
    ),
  )
}
