import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import { type ExportForm, type ExportRequest, exportForms, exportPieces } from '../../../config/export.ts'
import type { Workspace } from '../../../config/open.ts'
import { writeStream } from '../../../config/write/write-stream.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { Interrupted, UsageError } from '../../exit-code.ts'
import { bytes, counted } from '../../print/figures.ts'
import { progress } from '../../print/progress.ts'
import { sanitize, sanitizeLine } from '../../print/sanitize.ts'
import { findBranch, findConversation } from '../../read/find.ts'
import { placeIn } from '../../read/place.ts'

interface Options {
  readonly format: ExportForm
  readonly branch?: string
  readonly plans?: boolean
  readonly redact?: boolean
  readonly out?: string
  readonly force?: boolean
  readonly last?: boolean
}

/** `heddle export [CONVERSATION]`: writes a conversation out. */
export function addExport(program: Command, context: Context): void {
  addCommand(
    program,
    'export [conversation]',
    'write a conversation out: the whole tree, a branch to read, or the stored plans',
    [
      'export > session.jsonl',
      'export -o session.jsonl --redact',
      'export --format markdown --branch main -o notes.md',
      'export --plans > plans.jsonl',
    ],
  )
    .addOption(
      new Option('--format <form>', 'jsonl: the whole tree, to import again; markdown, text: a branch')
        .choices(exportForms)
        .default('jsonl'),
    )
    .option('-b, --branch <name>', 'which branch, in markdown or text (default: where you are)')
    .option('--plans', 'the stored plans with their inputs, decisions and requests, as JSON lines')
    .option('--redact', 'replace keys, tokens and passwords by [secret: KIND]')
    .option('-o, --out <file>', 'write to a file; - is standard output (default)')
    .option('--force', 'replace a file that is there')
    .option('--last', 'the conversation that changed last')
    .action((reference: string | undefined, options: Options) => run(context, reference, options))
}

async function run(context: Context, reference: string | undefined, options: Options): Promise<void> {
  if (options.plans === true && (options.branch !== undefined || options.format !== 'jsonl'))
    throw new UsageError(
      '--plans writes the plans of the whole conversation as JSON lines: leave --branch and --format out.',
    )
  if (options.branch !== undefined && options.format === 'jsonl')
    throw new UsageError(
      '--format jsonl writes the whole tree: leave --branch out, or choose --format markdown or text.',
    )
  const workspace = await context.workspace()
  const request = await requestOf(context, workspace, reference, options)
  const { conversation } = request
  const isFile = options.out !== undefined && options.out !== '-'
  const done = { redacted: 0, nodes: 0 }
  const shown = isFile ? progress(context.io) : undefined
  const total = await workspace.store.nodeCount(conversation.id)
  const pieces = exportPieces(workspace.store, {
    ...request,
    onProgress: (nodes) => {
      done.nodes = nodes
      shown?.update(nodes, total, options.out ?? '')
    },
    onRedacted: (secrets) => {
      done.redacted += secrets
    },
  })
  const { id, shortId, title } = conversation
  const about = { conversation: { id, shortId, title }, format: options.plans === true ? 'plans' : options.format }
  if (isFile) {
    const file = resolve(context.io.cwd, options.out ?? '')
    const overwrite = options.force === true
    const size = await writeStream(file, pieces, { overwrite, signal: context.io.signal }).finally(() => shown?.end())
    context.print({ ...about, file, bytes: size, redacted: done.redacted }, () => [sanitizeLine(file)])
    context.tell(
      context.errorStyle.dim(
        `${sanitizeLine(title || '(no title)')} (${shortId}), ${bytes(size)}${redacted(options, done.redacted)}`,
      ),
    )
  } else if (context.json) {
    let text = ''
    for await (const piece of pieces) text += piece
    context.print({ ...about, text, redacted: done.redacted }, () => [])
  } else {
    await pour(context, pieces)
    if (options.redact === true) context.tell(context.errorStyle.dim(redacted(options, done.redacted).slice(2)))
  }
}

function redacted({ redact }: Options, count: number): string {
  if (redact !== true) return ''
  return count === 0 ? ', no secrets found' : `, ${counted(count, 'secret')} replaced`
}

async function requestOf(
  context: Context,
  workspace: Workspace,
  reference: string | undefined,
  { format, branch, plans, redact, last }: Options,
): Promise<Omit<ExportRequest, 'onProgress'>> {
  const conversation = await findConversation(workspace, reference, { last: last === true })
  const { measure } = await callModel(workspace, context.io.env, conversation)
  return {
    form: format,
    conversation,
    branch:
      branch === undefined
        ? (await placeIn(workspace, conversation)).branch
        : await findBranch(workspace, conversation, branch),
    measure: await workspace.engine.loadMeasure(measure),
    plans: plans === true,
    redact: redact === true,
  }
}

/** To standard output as fast as it is read; for a terminal without its escapes. */
async function pour({ io }: Context, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (io.signal.aborted) throw new Interrupted()
    io.stdout.write(io.stdout.terminal ? sanitize(piece) : piece)
    await io.stdout.drained()
  }
}
