import type { Command } from 'commander'
import type { Workspace } from '../../../config/open.ts'
import { type PurgeReport, type PurgeTarget, purgeContents } from '../../../config/upkeep.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { exitCodes, UsageError } from '../../exit-code.ts'
import { bytes, counted } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { findConversation, findNode } from '../../read/find.ts'

interface Options {
  readonly conversation?: string
  readonly shared?: boolean
  readonly yes?: boolean
}

/** `heddle purge NODE…`: takes what was said out of the store for good. */
export function addPurge(program: Command, context: Context): void {
  addCommand(
    program,
    'purge [node...]',
    'take the content of nodes, or of a whole conversation, out of the store for good',
    ['purge k3x9 m2p7', 'purge --conversation 7f2a --yes'],
  )
    .option('-c, --conversation <id>', 'everything of this conversation; with nodes: where they are looked up first')
    .option('--shared', 'also from other nodes that hold the same text')
    .option('-y, --yes', 'do not ask')
    .action((references: readonly string[], options: Options) => run(context, references, options))
}

async function run(context: Context, references: readonly string[], options: Options): Promise<void> {
  const workspace = await context.workspace()
  const target = await targetOf(workspace, references, options)
  const shared = options.shared === true
  const planned = await purgeContents(workspace.paths, target, { shared, dryRun: true })
  if (options.yes !== true && !(await confirmed(context, planned, shared))) {
    context.tell('Nothing was purged.')
    context.endWith(exitCodes.failure)
    return
  }
  const report = await purgeContents(workspace.paths, target, { shared })
  context.print({ ...report, shared }, () => report.nodes)
  tell(context, report, shared)
}

async function targetOf(
  workspace: Workspace,
  references: readonly string[],
  { conversation }: Options,
): Promise<PurgeTarget> {
  if (references.length === 0 && conversation === undefined)
    throw new UsageError('Name nodes, or a conversation with --conversation ID.')
  const found = await findConversation(workspace, conversation)
  if (references.length === 0) return { conversation: found.id }
  const nodes: string[] = []
  for (const reference of references) nodes.push((await findNode(workspace, found, reference)).id)
  return { nodes: [...new Set(nodes)] }
}

async function confirmed(context: Context, planned: PurgeReport, shared: boolean): Promise<boolean> {
  const { io } = context
  if (!io.stdin.terminal || context.json)
    throw new UsageError(
      `This takes ${words(planned)} out for good. Say --yes to do it without being asked.`,
      'not-confirmed',
    )
  const others = planned.sharedBy.length
  if (others > 0)
    io.stderr.write(
      shared
        ? `The same text goes from ${counted(others, 'other node')}.\n`
        : `${counted(others, 'other node')} hold some of the same text; it stays there (--shared takes it from all).\n`,
    )
  io.stderr.write(`Purge ${words(planned)}? It cannot be brought back. [y/N] `)
  return /^y(es)?$/i.test((await io.stdin.line()).trim())
}

function words({ nodes, bytes: size, plans }: PurgeReport): string {
  const made = plans.length === 0 ? '' : `, and ${counted(plans.length, 'plan')} made from it`
  return `the content of ${counted(nodes.length, 'node')} (${bytes(size)})${made}`
}

function tell(context: Context, report: PurgeReport, shared: boolean): void {
  const { errorStyle } = context
  context.tell(errorStyle.dim(`Purged ${words(report)}.`))
  if (report.copies.length > 0)
    context.tell(
      `${errorStyle.yellow('note')} older copies still hold it; delete them: ${report.copies.map(sanitizeLine).join(' ')}`,
    )
  if (shared || report.sharedBy.length === 0) return
  context.tell(
    `${errorStyle.yellow('note')} ${counted(report.sharedBy.length, 'other node')} hold some of the same text, so that is still in the store. Take it from all with --shared.`,
  )
  context.endWith(exitCodes.failure)
}
