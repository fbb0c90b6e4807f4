import { type Command, Option } from 'commander'
import { packFormats } from '../../../bundles/pack/formats/pack-format.ts'
import type { PackSettings } from '../../../config/pack/settings.ts'
import { UsageError } from '../../exit-code.ts'
import { wholeNumber } from '../../parse-option.ts'

/** What `heddle pack` takes, with what is set. */
export interface PackOptions {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly all?: boolean
  readonly stdin?: boolean
  readonly remote?: string
  readonly ref?: string
  readonly format?: (typeof packFormats)[number]
  readonly lineNumbers?: boolean
  readonly compress?: boolean
  readonly secrets?: boolean
  readonly budget?: number
  readonly for?: string
  readonly measure?: string
  readonly diff?: boolean
  readonly log?: number | true
  readonly out?: string
  readonly force?: boolean
  readonly clipboard?: boolean
  readonly split?: number
  readonly list?: boolean
  readonly tree?: boolean
  readonly explain?: boolean
  readonly stats?: boolean
  readonly watch?: boolean
  readonly cache?: boolean
}

/** The same as it was typed: `false` is what `--no-budget` and `--no-split` give. */
export interface TypedPackOptions extends Omit<PackOptions, 'budget' | 'split'> {
  readonly budget?: number | false
  readonly split?: number | false
}

/** For an option that may be repeated. */
function andMore(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Puts the options of `heddle pack` on a command. */
export function packOptions(command: Command): Command {
  return command
    .option(
      '-i, --include <glob>',
      'only paths that it matches, as "src/**/*.ts", "*.md" or docs; may be repeated',
      andMore,
    )
    .option('-x, --exclude <glob>', 'no path that it matches; wins over --include; may be repeated', andMore)
    .option('--all', 'lock files and generated files, too')
    .option('--stdin', 'take the paths from standard input: one a line, or parted by NUL')
    .option('--remote <address>', 'pack a repository: an address, OWNER/NAME, or a bare repository')
    .option('--ref <name>', 'the branch, tag or commit of --remote')
    .addOption(new Option('-f, --format <format>', 'how it is written (default: markdown)').choices(packFormats))
    .option('--line-numbers', 'a number before each line')
    .option('--compress', 'signatures in place of bodies, where the language is known')
    .addOption(new Option('--secrets', 'leave files with secrets out (default)'))
    .option('--no-secrets', 'do not look for secrets')
    .option('--budget <size>', 'the most that the whole output may measure', wholeNumber(1))
    .option('--for <task>', 'what it is for: what has to do with it goes first')
    .option('--measure <id>', 'how sizes are counted: o200k_base (default), cl100k_base, characters, estimate')
    .option('--diff', 'what has changed since the last commit goes along')
    .option('--log [commits]', 'the newest commits go along (default: 20)', wholeNumber(1))
    .option('-o, --out <file>', 'write to a file; - is standard output (default)')
    .option('--force', 'replace files that are there')
    .option('--clipboard', 'copy it to the clipboard')
    .option('--split <size>', 'files FILE-1, FILE-2, … of at most this size each', wholeNumber(1))
    .option('--list', 'print paths, sizes and outcomes alone')
    .option('--tree', 'print a tree of sizes by folder and file')
    .option('--explain', 'print the reason for each file')
    .option('--stats', 'print sums by kind of file')
    .option('--watch', 'write the file again whenever something changes')
    .option('--no-cache', 'count everything anew')
    .addOption(new Option('--no-all').hideHelp())
    .addOption(new Option('--no-line-numbers').hideHelp())
    .addOption(new Option('--no-compress').hideHelp())
    .addOption(new Option('--no-budget').hideHelp())
    .addOption(new Option('--no-split').hideHelp())
}

/**
 * The options with what is set laid under them; what was typed puts away what it contradicts. `secrets` and `cache` are on where nobody
 * says otherwise.
 */
export function withPackSettings(options: TypedPackOptions, command: Command, settings: PackSettings): PackOptions {
  const typed = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  const { budget, split, ...rest } = options
  const isFile = options.out !== undefined && options.out !== '-'
  const compress = options.compress ?? (options.lineNumbers === true ? undefined : settings.compress)
  return {
    ...rest,
    ...pick('include', options.include ?? listOf(settings.include)),
    ...pick('exclude', options.exclude ?? listOf(settings.exclude)),
    ...pick('all', options.all ?? settings.all),
    ...pick('format', options.format ?? settings.format),
    ...pick('compress', compress),
    ...pick('lineNumbers', options.lineNumbers ?? (compress === true ? undefined : settings['line-numbers'])),
    ...pick('budget', sizeOf(budget ?? (sizeOf(split) === undefined ? settings.budget : undefined))),
    ...pick('split', sizeOf(split ?? (isFile && sizeOf(budget) === undefined ? settings.split : undefined))),
    ...pick('measure', options.measure ?? settings.measure),
    secrets: typed('secrets') ? options.secrets !== false : (settings.secrets ?? true),
    cache: typed('cache') ? options.cache !== false : (settings.cache ?? true),
  }
}

function listOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value
}

function sizeOf(value: number | false | undefined): number | undefined {
  return value === false ? undefined : value
}

function pick<Name extends string, Value>(name: Name, value: Value | undefined): { [name in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]?: Value })
}

/** Throws UsageError where options do not go together. */
export function checkPackOptions(paths: readonly string[], options: PackOptions): void {
  const isFile = options.out !== undefined && options.out !== '-'
  const wrong: readonly (readonly [boolean, string])[] = [
    [options.split !== undefined && !isFile, '--split writes several files: name them with -o FILE.'],
    [
      options.split !== undefined && options.budget !== undefined,
      '--budget makes one output that fits, --split several that hold everything: choose one of them.',
    ],
    [options.watch === true && !isFile, '--watch writes a file again and again: name it with -o FILE.'],
    [options.watch === true && options.remote !== undefined, '--watch and --remote do not go together.'],
    [options.clipboard === true && isFile, '--clipboard and -o FILE do not go together.'],
    [
      options.stdin === true && options.remote !== undefined,
      '--stdin and --remote do not go together: name the paths in the repository behind the options.',
    ],
    [options.ref !== undefined && options.remote === undefined, '--ref belongs to --remote.'],
    [options.stdin === true && paths.length > 0, '--stdin takes the paths from standard input: name none.'],
    [options.out === '' || /[\\/]$/.test(options.out ?? ''), '-o takes the name of a file, not of a folder.'],
    [
      options.compress === true && options.lineNumbers === true,
      '--compress takes lines away, and --line-numbers would number those that stay: choose one of them.',
    ],
    [options.for?.trim() === '', '--for takes a task in words.'],
  ]
  const found = wrong.find(([is]) => is)
  if (found) throw new UsageError(found[1])
}
