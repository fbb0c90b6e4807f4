import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import { setCurrent } from '../../../config/current.ts'
import { formatNames, importFiles, openImport } from '../../../config/import-source.ts'
import type { Workspace } from '../../../config/open.ts'
import { HeddleError } from '../../../core/errors.ts'
import { type ImportReport, importEntries } from '../../../session/import.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { exitCodes, UsageError } from '../../exit-code.ts'
import { count, counted } from '../../print/figures.ts'
import { type Progress, progress } from '../../print/progress.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { table } from '../../print/table.ts'

interface FileReport extends ImportReport {
  readonly file: string
  readonly format: string | null
}

/** `heddle import FILE|DIR`: takes recorded conversations in. */
export function addImport(program: Command, context: Context): void {
  const names = formatNames.map(({ name }) => name)
  addCommand(program, 'import <path...>', 'take recorded conversations in: files, or folders of them', [
    'import session.jsonl',
    'import ~/.claude/projects/my-project',
    'import chat.json --format openai',
  ])
    .addOption(new Option('--format <name>', 'the format (default: found by content)').choices(names))
    .action((paths: readonly string[], { format }: { readonly format?: string }) => run(context, paths, format))
}

async function run(context: Context, paths: readonly string[], format: string | undefined): Promise<void> {
  const workspace = await context.workspace()
  const files: string[] = []
  for (const path of paths) files.push(...(await importFiles(resolve(context.io.cwd, path))))
  if (files.length === 0) throw new UsageError('There is no .json or .jsonl file in this folder. Name the files.')
  const { measure } = await callModel(workspace, context.io.env)
  const shown = progress(context.io)
  const reports: FileReport[] = []
  try {
    for (const file of files)
      reports.push(await importOne(context, workspace, file, { format, measure, shown, single: files.length === 1 }))
  } finally {
    shown.end()
  }
  const newest = reports.flatMap(({ conversations }) => conversations).at(-1)
  if (newest) await setCurrent(workspace.paths, newest.id)
  report(context, reports)
}

interface Import {
  readonly format: string | undefined
  readonly measure: string
  readonly shown: Progress
  /** The only file: what cannot be read at all is an error, not a line in a report. */
  readonly single: boolean
}

async function importOne(context: Context, workspace: Workspace, file: string, how: Import): Promise<FileReport> {
  const { io } = context
  let size = 0
  try {
    const source = await openImport(file, {
      root: workspace.paths.root,
      format: how.format,
      onRead: (bytes) => how.shown.update(bytes, size, file),
    })
    size = source.size
    const measures = [await workspace.engine.loadMeasure(how.measure)]
    const report = await importEntries(workspace.engine, source.entries(), {
      format: source.format,
      measures,
      signal: io.signal,
    })
    return { file, format: source.format, ...report }
  } catch (error) {
    if (how.single || io.signal.aborted || !(error instanceof HeddleError)) throw error
    return { file, format: null, conversations: [], added: 0, known: 0, problems: [{ message: error.message }] }
  }
}

function report(context: Context, reports: readonly FileReport[]): void {
  const { style, io } = context
  context.print({ files: reports }, () =>
    table(
      reports,
      [
        { title: 'file', value: ({ file }) => file, flexible: true },
        { title: 'format', value: ({ format }) => format ?? '–' },
        { title: 'conversations', value: ({ conversations }) => count(conversations.length), align: 'right' },
        { title: 'new nodes', value: ({ added }) => count(added), align: 'right' },
        { title: 'known', value: ({ known }) => count(known), align: 'right' },
        {
          title: 'problems',
          value: ({ problems }) => (problems.length === 0 ? '' : count(problems.length)),
          align: 'right',
          style: style.red,
        },
      ],
      { width: io.stdout.columns, head: style.dim },
    ),
  )
  const problems = reports.flatMap(({ file, problems: each }) => each.map((problem) => ({ file, ...problem })))
  for (const { file, line, message } of problems)
    context.tell(
      `${context.errorStyle.yellow('skipped')} ${sanitizeLine(file)}${line === undefined ? '' : `:${line}`}: ${sanitizeLine(message)}`,
    )
  if (problems.length === 0) return
  context.tell(`${counted(problems.length, 'problem')}; everything else was taken in.`)
  context.endWith(exitCodes.failure)
}
