import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/exit-code.ts'
import { HeddleError } from '../../src/core/errors.ts'
import { printed } from './print.ts'
import { type Measured, machine } from './report.ts'

/** What a run is asked for. */
export interface Request {
  readonly options: { readonly [name: string]: string | boolean | undefined }
  readonly arguments: readonly string[]
  /** Tells on standard error how far a long run is. */
  say(text: string): void
}

/** Something that can be measured by name. */
export interface Measurement {
  readonly name: string
  /** One line for the list. */
  readonly about: string
  /** What it takes behind its name, as written in the list. */
  readonly usage: string
  readonly options: ParseArgsOptionsConfig
  /** How many arguments without a dash it takes at most. */
  readonly most: number
  /** Throws `UsageError` for values that it does not take. */
  run(request: Request): Promise<Measured>
}

/** Where a run writes; a process is one. */
export interface Outputs {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

/**
 * Runs the measurement that the arguments name and prints what came of it: a table, or one JSON document with `--json`.
 * Returns the exit code: 0 when it ran, whatever the checks say; 1 when it could not; 2 for wrong usage.
 */
export async function runNamed(
  script: string,
  all: readonly Measurement[],
  args: readonly string[],
  { stdout, stderr }: Outputs = process,
): Promise<number> {
  try {
    const { measurement, json, options, rest } = parse(all, args)
    const measured = await measurement.run({ options, arguments: rest, say: (text) => stderr.write(`${text}\n`) })
    const report = { name: measurement.name, machine: machine(), ...measured }
    stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : printed(report))
    return 0
  } catch (error) {
    if (!(error instanceof HeddleError)) throw error
    const isUsage = error instanceof UsageError
    stderr.write(`${error.message}\n${isUsage ? listOf(script, all) : ''}`)
    return isUsage ? 2 : 1
  }
}

interface Parsed extends Omit<Request, 'say' | 'arguments'> {
  readonly measurement: Measurement
  readonly json: boolean
  readonly rest: readonly string[]
}

function parse(all: readonly Measurement[], args: readonly string[]): Parsed {
  const name = args.find((argument) => !argument.startsWith('-'))
  const measurement = all.find((each) => each.name === name)
  if (!measurement) throw new UsageError(name === undefined ? 'Name what to measure.' : `There is no ${name}.`)
  const { values, positionals } = parsed(measurement, args)
  const rest = positionals.filter((_, at) => at !== positionals.indexOf(measurement.name))
  if (rest.length > measurement.most)
    throw new UsageError(`${measurement.name} takes no argument ${rest[measurement.most]}.`)
  const { json, ...options } = values
  return { measurement, json: json === true, options, rest }
}

type Values = { readonly [name: string]: string | boolean | undefined }

function parsed({ options }: Measurement, args: readonly string[]): { values: Values; positionals: readonly string[] } {
  try {
    const found = parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    return { values: found.values as Values, positionals: found.positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function listOf(script: string, all: readonly Measurement[]): string {
  const lines = all.map(
    ({ name, usage, about }) =>
      `  npm run ${script} -- ${[name, usage].filter(Boolean).join(' ')} [--json]\n      ${about}\n`,
  )
  return `\nThere is:\n${lines.join('')}`
}

/** An option's whole numbers, separated by commas. Throws `UsageError` for anything else. */
export function numbersIn(
  name: string,
  value: string | boolean | undefined,
  otherwise: readonly number[],
): readonly number[] {
  if (typeof value !== 'string') return otherwise
  const numbers = value.split(',').map((each) => Number(each.replaceAll('_', '')))
  if (numbers.every((each) => Number.isSafeInteger(each) && each > 0)) return numbers
  throw new UsageError(`--${name} takes whole numbers from 1 on, separated by commas; it was given ${value}.`)
}
