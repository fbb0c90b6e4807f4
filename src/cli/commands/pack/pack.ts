import { resolve } from 'node:path'
import type { Command } from 'commander'
import { tokenTree } from '../../../bundles/pack/token-tree.ts'
import { openPack } from '../../../config/pack/open-pack.ts'
import { packSettings } from '../../../config/pack/pack-settings.ts'
import { describeCause } from '../../../session/pack/describe-cause.ts'
import type { PackReport } from '../../../session/pack/pack-report.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { exitCodes } from '../../exit-code.ts'
import { outcomeLines } from '../../print/pack/outcomes.ts'
import { statsLines, summaryLines } from '../../print/pack/summary.ts'
import { tokenTreeLines } from '../../print/pack/token-tree.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { checkPackOptions, type PackOptions, packOptions, type TypedPackOptions, withPackSettings } from './options.ts'
import { type PackPlace, packPlace } from './place.ts'
import { readPaths } from './read-paths.ts'
import { withRemote } from './remote.ts'
import { packRequest } from './request.ts'
import { watchAndPack } from './watch.ts'
import { writePack } from './write.ts'

/** `heddle pack [PATHS…]`: files and folders as one text. */
export function addPack(program: Command, context: Context): void {
  const command = addCommand(
    program,
    'pack [paths...]',
    'files and folders as one text for a model, within a budget, with a reason for each',
    [
      'pack -o repository.md',
      'pack src docs --exclude "**/*.test.ts" --format xml > context.xml',
      'pack --budget 32000 --for "make the parser accept comments" --explain -o context.md',
      'pack --compress --tree --clipboard',
      'git diff --name-only | heddle pack --stdin',
      'pack --remote owner/name --list',
    ],
  )
  packOptions(command).action(async (given: readonly string[], typed: TypedPackOptions) => {
    const options = withPackSettings(typed, command, await packSettings(context.io.cwd, context.io.env, context.named))
    checkPackOptions(given, options)
    if (options.remote !== undefined)
      return await withRemote(context, options.remote, options.ref, async (root) => {
        await packOnce(context, { root, paths: given.length === 0 ? [''] : given }, options)
      })
    const { cwd } = context.io
    const place = options.stdin === true ? { root: cwd, paths: await readPaths(context.io) } : packPlace(cwd, given)
    await packOnce(context, place, options)
    if (options.watch === true) await watchAndPack(context, place, options, packOnce)
  })
}

/** Packs, writes, and tells what became of it. */
async function packOnce(context: Context, place: PackPlace, options: PackOptions): Promise<PackReport> {
  const { io } = context
  const opened = await openPack({
    root: place.root,
    measure: options.measure ?? 'o200k_base',
    env: io.env,
    cache: options.cache !== false,
    signal: io.signal,
  })
  try {
    const request = await packRequest(context, place, options)
    const { report, text, files } = await writePack(context, opened.ports, request, options)
    tell(context, report, options, files, text)
    complain(context, place, report, options)
    return report
  } finally {
    opened.close()
  }
}

/** Data goes to standard output where the pack itself does not; what is about it, to standard error. */
function tell(
  context: Context,
  report: PackReport,
  options: PackOptions,
  files: readonly string[],
  text: string | undefined,
): void {
  const { io, style, errorStyle } = context
  const isApart = files.length > 0 || options.clipboard === true || options.list === true
  const [colours, output] = isApart ? [style, io.stdout] : [errorStyle, io.stderr]
  const view = { style: colours, width: output.columns }
  const lines = [
    ...(options.list === true || options.explain === true ? outcomeLines(report, view, options.explain === true) : []),
    ...(options.tree === true ? tokenTreeLines(treeOf(report), { ...view, total: report.size }) : []),
    ...(options.stats === true ? statsLines(report, colours, output.columns) : []),
  ]
  if (context.json) {
    const tree = options.tree === true ? { tree: treeOf(report) } : {}
    context.print(
      { ...report, ...tree, ...(files.length > 0 ? { written: files } : {}), ...(text === undefined ? {} : { text }) },
      () => [],
    )
    return
  }
  if (lines.length > 0) output.write(`${lines.join('\n')}\n`)
  for (const line of summaryLines(report, errorStyle)) context.tell(line)
  const { missingGrammars = [] } = report
  if (missingGrammars.length > 0)
    context.tell(errorStyle.dim(`bodies are left out of more files with: npm install ${missingGrammars.join(' ')}`))
  for (const file of files) context.tell(errorStyle.dim(`written: ${sanitizeLine(resolve(io.cwd, file))}`))
}

/** What was named and is not there is said by name, and the exit code tells; as does it when there was nothing to pack. */
function complain(context: Context, { paths }: PackPlace, { files }: PackReport, { include = [] }: PackOptions): void {
  const named = new Set(paths)
  const missing = files.flatMap((file) =>
    file.kind === 'left-out' && named.has(file.path) && unreadCauses.has(file.why) ? [file] : [],
  )
  for (const file of missing)
    context.tell(context.errorStyle.yellow(`${sanitizeLine(file.path)}: ${describeCause(file)}`))
  const isNothing = files.length === 0
  if (isNothing)
    context.tell(
      context.errorStyle.yellow(
        include.length === 0 ? 'There is nothing to pack here.' : `Nothing matches ${sanitizeLine(include.join(' '))}.`,
      ),
    )
  if (missing.length > 0 || isNothing) context.endWith(exitCodes.failure)
}

const unreadCauses: ReadonlySet<string> = new Set(['not-found', 'unreadable', 'outside', 'not-a-file'])

function treeOf({ files }: PackReport): ReturnType<typeof tokenTree> {
  return tokenTree(files.flatMap((file) => (file.kind === 'packed' ? [file] : [])))
}
