import { resolve } from 'node:path'
import type { Command } from 'commander'
import { contextHistoryText, loadContextHistory, saveContextHistory } from '../../../config/context-history-file.ts'
import { branchTime } from '../../../session/edits/branch-time.ts'
import { exportContextHistory, importContextHistory, type SkippedEdit } from '../../../session/edits/context-history.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { exitCodes } from '../../exit-code.ts'
import { bytes, count, counted } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { branchOf, type OnBranch, takesBranch } from './on-branch.ts'

/** `heddle edits import|export FILE`: a context history file, whose messages are the nodes of the branch in order. */
export function addHistoryFiles(edits: Command, context: Context): void {
  const take = addCommand(edits, 'import <file>', 'take the edits of a context_history.json in', [
    'edits import task/context_history.json',
  ])
  takesBranch(take).action((file: string, options: OnBranch) => importFile(context, file, options))
  const give = addCommand(edits, 'export <file>', 'write the edits of a branch as a context_history.json', [
    'edits export context_history.json',
    'edits export - | jq .',
  ]).option('--force', 'replace a file that is there')
  takesBranch(give).action((file: string, options: OnBranch & { readonly force?: boolean }) =>
    exportFile(context, file, options),
  )
}

const reasons: { readonly [why in SkippedEdit['why']]: string } = {
  'no-message': 'the branch has no such message',
  'no-part': 'the message has no such block',
  'fixed-part': 'the block is sent as it is or not at all',
  gone: 'the content of the message is gone',
}

async function importFile(context: Context, named: string, options: OnBranch): Promise<void> {
  const file = resolve(context.io.cwd, named)
  const { history, missing, damaged } = await loadContextHistory(file)
  const workspace = await context.workspace()
  const { branch } = await branchOf(workspace, options)
  const report = await importContextHistory(workspace.engine, branch, history)
  const { added, known, skipped, dropped } = report
  context.print({ file, branch: branch.name, missing, damaged, ...report }, () => [count(added)])
  const { errorStyle } = context
  const yellow = errorStyle.yellow
  if (missing) context.tell(`${yellow('note')} there is no file ${sanitizeLine(file)}: nothing was taken in.`)
  if (damaged)
    context.tell(`${yellow('note')} ${sanitizeLine(file)} is damaged: nothing was taken in, and it is left as it is.`)
  for (const { message, part, why } of skipped)
    context.tell(`${yellow('skipped')} message ${message}, block ${part}: ${reasons[why]}`)
  if (!missing && !damaged)
    context.tell(errorStyle.dim(`${counted(added, 'edit')} taken in${known > 0 ? `, ${count(known)} known` : ''}`))
  if (dropped > 0)
    context.tell(
      `${yellow('note')} ${count(dropped)} of them do not count: the branch was taken back past their time since.`,
    )
  if (missing || damaged || skipped.length > 0) context.endWith(exitCodes.failure)
}

async function exportFile(
  context: Context,
  named: string,
  options: OnBranch & { readonly force?: boolean },
): Promise<void> {
  const workspace = await context.workspace()
  const { branch } = await branchOf(workspace, options)
  const at = await branchTime(workspace.engine, branch.id)
  const { history, leftOut } = await exportContextHistory(workspace.store, branch, at)
  const about = { branch: branch.name, messages: history.size, leftOut: leftOut.length }
  if (named === '-') {
    const text = contextHistoryText(history)
    context.print({ ...about, text }, () => [text.trimEnd()])
  } else {
    const file = resolve(context.io.cwd, named)
    const size = await saveContextHistory(file, history, { overwrite: options.force === true })
    context.print({ ...about, file, bytes: size }, () => [sanitizeLine(file)])
    context.tell(context.errorStyle.dim(`edits of ${counted(history.size, 'message')}, ${bytes(size)}`))
  }
  if (leftOut.length > 0)
    context.tell(
      `${context.errorStyle.yellow('note')} ${counted(leftOut.length, 'edit')} left out: of nodes that are not on the branch, or of contents within a result.`,
    )
}
