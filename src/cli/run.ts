import { Command, CommanderError } from 'commander'
import pc from 'picocolors'
import { addCommands, calledCommand } from './add-commands.ts'
import { createContext, type GlobalOptions, hasColour } from './context.ts'
import { exitCodeOf, exitCodes, Interrupted, ReaderGone, UsageError } from './exit-code.ts'
import type { Io } from './io.ts'
import { reportError } from './report-error.ts'
import { version } from './version.ts'

/** How long a command has to end by itself after Ctrl-C, in milliseconds. */
const grace = 1500

/**
 * Runs one command line (without `node` and the script) and resolves to the exit code: 0 ok, 1 failure, 2 usage, 3 over
 * budget, 4 replay mismatch, 130 interrupted. Writes to `io` alone, and never throws.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const program = new Command('heddle')
  const { context, close, ending } = createContext(io, () => program.opts<GlobalOptions>())
  describe(program, io, isJson(argv))
  let exitCode: number = exitCodes.ok
  try {
    await addCommands(program, context, { run, called: calledCommand(argv) })
    const words = argv.length === 0 ? ['--help'] : argv
    await orInterrupted(program.parseAsync(words, { from: 'user' }), io.signal)
    exitCode = ending()
  } catch (error) {
    exitCode = io.signal.reason instanceof ReaderGone ? exitCodes.ok : exitCodeOf(error)
    if (exitCode !== exitCodes.ok) report(error, argv, io, program)
  }
  await close().catch((error: unknown) => report(error, argv, io, program))
  return exitCode
}

function describe(program: Command, io: Io, json: boolean): void {
  program
    .description('Decides what goes into each model call, keeps it inside a budget, and says why, item by item.')
    .option('--workspace <dir>', 'the folder of the workspace (default: the nearest .heddle upwards)')
    .option('--json', 'print data, and errors, as JSON')
    .option('--no-color', 'no colours (also: NO_COLOR)')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => (json ? undefined : io.stderr.write(text)),
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      getOutHasColors: () => hasColour(io, io.stdout, program.opts<GlobalOptions>()),
      getErrHasColors: () => hasColour(io, io.stderr, program.opts<GlobalOptions>()),
    })
}

function report(error: unknown, argv: readonly string[], io: Io, program: Command): void {
  const options = program.opts<GlobalOptions>()
  const json = isJson(argv)
  if (error instanceof CommanderError && error.code === 'commander.help' && !json) return
  const mark = pc.createColors(hasColour(io, io.stderr, options)).red
  reportError(error instanceof CommanderError ? usageOf(error) : error, io, { json, mark })
}

/** Whether JSON is asked for, also where the rest of the command line is wrong. */
function isJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? argv.length : end).includes('--json')
}

/** The parser's complaint as one line that says where help is. */
function usageOf(error: CommanderError): UsageError {
  if (error.code === 'commander.help') return new UsageError('A command is missing. See `heddle --help`.')
  const message = error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ')
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.)?]$/.test(message) ? '' : '.'}`
  return new UsageError(`${sentence} See \`heddle --help\`, or --help behind the command.`)
}

async function orInterrupted(done: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const ended = done.then(() => {
    if (signal.aborted) throw new Interrupted()
  })
  let stop = (): void => undefined
  const interrupted = new Promise<never>((_, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onAbort = (): void => {
      timer = setTimeout(() => reject(new Interrupted()), grace)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    stop = () => {
      signal.removeEventListener('abort', onAbort)
      clearTimeout(timer)
    }
  })
  await Promise.race([ended, interrupted])
    .catch((error: unknown) => {
      throw signal.aborted ? new Interrupted() : error
    })
    .finally(stop)
}
