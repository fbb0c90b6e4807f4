import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { BundleOptions } from '../../../bundles/settings.ts'
import { checkOptions } from '../../../config/bundles/check-options.ts'
import { collectionOf } from '../../../config/bundles/collection.ts'
import { type CompiledBundle, compileNamed } from '../../../config/bundles/compile-bundle.ts'
import { readShelf } from '../../../config/bundles/shelf.ts'
import { writeStream } from '../../../config/write/write-stream.ts'
import { asUsage } from '../../as-usage.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { wholeNumber } from '../../parse-option.ts'
import { compiledLines } from '../../print/bundle.ts'

interface Options {
  readonly linkDepth?: number
  readonly inlinks?: boolean
  readonly excludeHeading?: readonly string[] | boolean
  readonly maxLen?: Limit
  readonly maxTokens?: Limit
  readonly measure: string
  readonly listSkipped?: boolean
  readonly order?: string
  readonly out?: string
  readonly force?: boolean
}

/** `heddle bundle compile NAME` */
export function addCompile(bundle: Command, context: Context): void {
  addCommand(bundle, 'compile <name>', 'put a bundle together as one text, within its limits', [
    'bundle compile garden',
    'bundle compile garden --max-tokens 8000 --link-depth 2 -o garden.md',
    'bundle compile garden --exclude-heading Private "Draft*" --json',
  ])
    .option('--link-depth <n>', 'how many links away it reaches', wholeNumber(0))
    .option('--inlinks', 'what links to an item counts as linked')
    .option('--no-inlinks', 'only what an item links to')
    .option('--exclude-heading <globs...>', 'leave out sections whose title matches', glob)
    .option('--no-exclude-heading', 'leave out no sections')
    .option('--max-len <characters>', 'the most characters of the whole; none for no limit', limit)
    .option('--max-tokens <tokens>', 'the most tokens of the whole; none for no limit', limit)
    .option('--measure <id>', 'how tokens are counted', 'o200k_base')
    .option('--list-skipped', 'name what did not fit, as far as there is room')
    .option('--no-list-skipped', 'do not')
    .option('--order <order>', 'size: shortest first; listing: as listed')
    .option('-o, --out <file>', 'write to a file; - is standard output (default)')
    .option('--force', 'replace a file that is there')
    .action((name: string, options: Options) => run(context, name, options))
}

async function run(context: Context, name: string, options: Options): Promise<void> {
  const { io } = context
  const call = asUsage(() => checkOptions(callOptions(options), 'bundle compile'))
  const workspace = await context.workspace()
  const compiled = await compileNamed(workspace, await readShelf(workspace), name, {
    collection: await collectionOf(workspace),
    call,
    measure: await workspace.engine.loadMeasure(options.measure),
    signal: io.signal,
  })
  const { out } = options
  const isFile = out !== undefined && out !== '-'
  if (isFile)
    await writeStream(resolve(io.cwd, out), whole(compiled), { overwrite: options.force === true, signal: io.signal })
  const { context: text, stats, settings } = compiled
  if (context.json)
    context.print(
      { name, settings, stats, ...(isFile ? { written: resolve(io.cwd, out) } : { context: text }) },
      () => [],
    )
  else if (!isFile) io.stdout.write(text)
  if (!isFile && io.stdout.terminal && text !== '' && !text.endsWith('\n')) context.tell('')
  for (const line of compiledLines(stats, options.measure, context.errorStyle)) context.tell(line)
}

async function* whole({ context }: CompiledBundle): AsyncIterable<string> {
  yield context
}

/** Without a limit that of the bundle holds; with `none` it does not. */
type Limit = number | 'none'

function limit(text: string): Limit {
  if (text === 'none') return text
  try {
    return wholeNumber(1)(text)
  } catch {
    throw new InvalidArgumentError('It must be a whole number from 1 on, or none.')
  }
}

function lifted(given: Limit | undefined): number | null | undefined {
  return given === 'none' ? null : given
}

function glob(text: string, before: readonly string[] | boolean | undefined): readonly string[] {
  if (text === '') throw new InvalidArgumentError('It is empty. For none say --no-exclude-heading.')
  return [...(Array.isArray(before) ? before : []), text]
}

function callOptions(options: Options): BundleOptions {
  return JSON.parse(
    JSON.stringify({
      link_depth: options.linkDepth,
      inlinks: options.inlinks,
      excluded_headings: options.excludeHeading === false ? [] : options.excludeHeading,
      max_len: lifted(options.maxLen),
      max_tokens: lifted(options.maxTokens),
      list_skipped: options.listSkipped,
      order: options.order,
    }),
  )
}
