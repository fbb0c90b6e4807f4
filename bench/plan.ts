import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../src/cli/exit-code.ts'
import { type ChildResult, inChild } from './frame/child.ts'
import { type Measurement, numbersIn, type Request } from './frame/command.ts'
import type { Row } from './frame/report.ts'
import { checksOf, type SizeResult } from './plan/checks.ts'
import { rowsOf } from './plan/rows.ts'
import {
  type Filled,
  type Passed,
  type PeerTimed,
  peerMilliseconds,
  peersUpTo,
  type Task,
  type Warmed,
} from './plan/task.ts'

const defaultSizes: readonly number[] = [1000, 10_000, 100_000, 1_000_000]

/** The peer tokenizer counts at most so many messages of a conversation. */
const peerPassMessages = 20_000
/** Up to this size there is a tokenizer pass before and after storing, against drift of the machine. */
const twoPassesUpTo = 100_000

/** Planning long conversations, beside trimming them in memory. */
export const plan: Measurement = {
  name: 'plan',
  about: 'plans under 32k tokens over long conversations, beside trimMessages and pruneMessages',
  usage: '[--sizes 1000,10000,…] [--factor 1] [--folder DIR]',
  options: { sizes: { type: 'string' }, factor: { type: 'string' }, folder: { type: 'string' } },
  most: 0,
  async run(request) {
    const sizes = numbersIn('sizes', request.options.sizes, defaultSizes)
    const sizeFactor = factorIn(request.options.factor)
    const folder = await temporaryFolder(String(request.options.folder ?? tmpdir()))
    try {
      const results: SizeResult[] = []
      for (const messages of sizes.toSorted((a, b) => a - b)) {
        results.push(await measureSize(request, { messages, sizeFactor }, folder, results))
      }
      const rows: Row[] = results.flatMap(rowsOf)
      return { rows, checks: checksOf(results) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function factorIn(value: string | boolean | undefined): number {
  if (typeof value !== 'string') return 1
  const factor = Number(value)
  if (factor > 0 && factor <= 10) return factor
  throw new UsageError(`--factor takes a number over 0 and up to 10; it was given ${value}.`)
}

async function temporaryFolder(parent: string): Promise<string> {
  try {
    return await mkdtemp(join(parent, 'heddle-bench-'))
  } catch (error) {
    throw new UsageError(
      `--folder takes a folder that can be written: ${error instanceof Error ? error.message : error}`,
    )
  }
}

type Made = Pick<SizeResult, 'messages' | 'sizeFactor'>

async function measureSize(
  { say }: Request,
  made: Made,
  folder: string,
  before: readonly SizeResult[],
): Promise<SizeResult> {
  const workspace = join(folder, String(made.messages))
  const count = (): Promise<ChildResult<Passed>> =>
    child({ kind: 'pass', tokenizer: 'heddle', most: made.messages, ...made })
  say(`${made.messages} messages: one pass of the tokenizer`)
  const passes = [await count()]
  say(`${made.messages} messages: storing and counting`)
  const filled = await child<Filled>({ kind: 'fill', folder: workspace, ...made })
  if (made.messages <= twoPassesUpTo) passes.push(await count())
  say(`${made.messages} messages: warm plans`)
  const warmed = await child<Warmed>({ kind: 'warm', folder: workspace })
  await rm(workspace, { recursive: true, force: true })
  say(`${made.messages} messages: peers`)
  const most = Math.min(made.messages, peerPassMessages)
  const peerPass = await child<Passed>({ kind: 'pass', tokenizer: 'gpt-tokenizer', most, ...made })
  return { ...made, passes, filled, warmed, peerPass, ...(await peers(made, before)) }
}

async function peers(
  made: Made,
  before: readonly SizeResult[],
): Promise<Pick<SizeResult, 'exact' | 'memoised' | 'prune'>> {
  if (made.messages > peersUpTo) return {}
  const hasEnded = (name: 'exact' | 'memoised'): boolean => before.every((result) => result[name]?.kind !== 'timed-out')
  const trim = (memoised: boolean): Promise<ChildResult<PeerTimed>> => child({ kind: 'trim', memoised, ...made })
  return {
    ...(hasEnded('exact') ? { exact: await trim(false) } : {}),
    ...(hasEnded('memoised') ? { memoised: await trim(true) } : {}),
    prune: await child({ kind: 'prune', ...made }),
  }
}

function child<Result>(task: Task): Promise<ChildResult<Result>> {
  const limit = task.kind === 'trim' || task.kind === 'prune' ? peerMilliseconds : undefined
  return inChild(new URL('./plan/child.ts', import.meta.url), { ...task }, limit)
}
