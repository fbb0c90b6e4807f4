import { atMost, type Cell, type Check, type Row } from '../frame/report.ts'
import { quantile } from '../frame/rounds.ts'
import type { Outcome } from './cost.ts'
import type { Mode, ProgramName } from './programs.ts'
import type { SourceTree } from './source-tree.ts'
import { totalsIn } from './totals.ts'

/** The rounds of one program on one tree in one mode. */
export interface PackResult {
  readonly tree: Pick<SourceTree, 'name' | 'files' | 'bytes'>
  readonly mode: Mode
  readonly program: ProgramName
  readonly outcomes: readonly Outcome[]
}

/** The medians of a result, each NaN where a round has failed. */
interface Figures {
  readonly wall: number
  readonly cpu: number
  readonly peak: number
}

/** Trees with so much text are large: start-up no longer counts for much. */
const largeFrom = 6_000_000

/** What each ratio may be at most. */
interface Most {
  readonly time: number
  readonly peak: number
}

function mostOf(mode: Mode, bytes: number): Most {
  if (mode === 'warm') return { time: 0.1667, peak: 0.5 }
  if (mode === 'scan') return { time: 0.5, peak: 0.5 }
  return { time: bytes >= largeFrom ? 0.25 : 0.5, peak: 0.5 }
}

/** A row for each result. The ratios are Heddle’s figures over those of the program in the row. `around` is what the
 * program's total has beyond the tokens of the files alone: headings, the list of files, and what it takes off. */
export function rowsOf(results: readonly PackResult[]): Row[] {
  return results.map((result) => {
    const { tree, mode, program, outcomes } = result
    const { files, tokens } = totalsIn(outcomes.at(-1)?.said ?? '')
    const ours = program === 'heddle' ? undefined : figuresOf(beside(results, result, 'heddle'))
    const { wall, cpu, peak } = figuresOf(result)
    return {
      tree: tree.name,
      megabytes: tree.bytes / 1e6,
      mode,
      program,
      files: known(files),
      tokens: known(tokens),
      around: mode === 'compress' ? null : known(tokens - textTokens(results, result)),
      wallMs: known(wall),
      cpuMs: known(cpu),
      peakMegabytes: known(peak),
      wallRatio: known((ours?.wall ?? Number.NaN) / wall),
      cpuRatio: known((ours?.cpu ?? Number.NaN) / cpu),
      peakRatio: known((ours?.peak ?? Number.NaN) / peak),
      note: noteOf(outcomes),
    }
  })
}

/** The targets: ours beside repomix for every tree and mode, and cold without a scan beside the floor. */
export function checksOf(results: readonly PackResult[]): Check[] {
  return results
    .filter(({ program }) => program === 'heddle')
    .flatMap((ours): Check[] => {
      const { tree, mode } = ours
      const [mine, theirs] = [figuresOf(ours), figuresOf(beside(results, ours, 'repomix'))]
      const floor = beside(results, ours, 'floor')
      const most = mostOf(mode, tree.bytes)
      const name = `${tree.name}, ${mode}`
      return [
        atMost(`${name}: wall ÷ repomix`, mine.wall / theirs.wall, most.time),
        atMost(`${name}: CPU ÷ repomix`, mine.cpu / theirs.cpu, most.time),
        atMost(`${name}: peak memory ÷ repomix`, mine.peak / theirs.peak, most.peak),
        ...(floor ? [atMost(`${name}: CPU ÷ floor`, mine.cpu / figuresOf(floor).cpu, 1.5)] : []),
        ...(floor ? [atMost(`${name}: wall ÷ floor`, mine.wall / figuresOf(floor).wall, 1.5)] : []),
      ]
    })
}

function beside(
  results: readonly PackResult[],
  { tree, mode }: PackResult,
  program: ProgramName,
): PackResult | undefined {
  return results.find((each) => each.tree === tree && each.mode === mode && each.program === program)
}

function textTokens(results: readonly PackResult[], { tree }: PackResult): number {
  const floor = results.find((each) => each.tree === tree && each.program === 'floor')
  return totalsIn(floor?.outcomes.at(-1)?.said ?? '').tokens
}

function figuresOf(result: PackResult | undefined): Figures {
  const costs = result?.outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.cost] : [])) ?? []
  const all = costs.length === result?.outcomes.length ? costs : []
  const median = (of: (cost: (typeof all)[number]) => number): number => quantile(all.map(of), 0.5)
  return {
    wall: median((cost) => cost.wallMs),
    cpu: median((cost) => cost.cpuMs),
    peak: median((c) => c.peakMegabytes),
  }
}

function noteOf(outcomes: readonly Outcome[]): string {
  const failed = outcomes.find(({ kind }) => kind === 'failed')
  return failed ? failed.said.trim().split('\n').slice(0, 2).join(': ').slice(0, 80) : ''
}

function known(value: number): Cell {
  return Number.isNaN(value) ? null : value
}
