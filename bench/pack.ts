import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Measurement, numbersIn, type Request } from './frame/command.ts'
import { type Build, build } from './pack/build.ts'
import { checksOf, type PackResult, rowsOf } from './pack/checks.ts'
import { type Outcome, runMeasured } from './pack/cost.ts'
import { clearCaches, type Mode, modes, type ProgramName, programOf } from './pack/programs.ts'
import { copyTree, type SourceTree } from './pack/source-tree.ts'

/** The repository itself, a small package, one of 6 MB, one of 18 MB. */
const defaultTrees = ['', 'node_modules/typescript', 'node_modules/ai', 'node_modules/openai'].map((path) =>
  fileURLToPath(new URL(`../${path}`, import.meta.url)),
)

/** Packing trees of files beside repomix. */
export const pack: Measurement = {
  name: 'pack',
  about: 'packing trees of files beside repomix (with and without secret scan, compressed, warm) and beside the floor',
  usage: '[--rounds 3] [--folder DIR] [DIR…]',
  options: { rounds: { type: 'string' }, folder: { type: 'string' } },
  most: Number.POSITIVE_INFINITY,
  async run(request) {
    const [rounds = 3] = numbersIn('rounds', request.options.rounds, [3])
    const folder = await mkdtemp(join(String(request.options.folder ?? tmpdir()), 'heddle-bench-'))
    try {
      request.say('building')
      const built = build(join(folder, 'build'))
      const results: PackResult[] = []
      for (const [at, from] of (request.arguments.length > 0 ? request.arguments : defaultTrees).entries()) {
        const tree = copyTree(from, join(folder, 'trees', String(at)))
        results.push(...(await measureTree(request, { tree, rounds, folder: join(folder, String(at)), built })))
      }
      return { rows: rowsOf(results), checks: checksOf(results) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Asked {
  readonly tree: SourceTree
  readonly rounds: number
  readonly folder: string
  readonly built: Build
}

/** All modes and programs in turn, round for round. The first round warms the machine and is not counted. */
async function measureTree({ say }: Request, { tree, rounds, folder, built }: Asked): Promise<PackResult[]> {
  mkdirSync(folder, { recursive: true })
  const outcomes = new Map<string, Outcome[]>()
  const all = modes.flatMap((mode) => programsIn(mode).map((program) => ({ mode, program })))
  for (let round = 0; round <= rounds; round++) {
    say(`${tree.name}: ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`)
    for (const { mode, program } of all) {
      if (mode !== 'warm' && program === 'heddle') clearCaches(folder)
      const outcome = await runMeasured(folder, programOf(program, mode, { build: built, folder, tree: tree.folder }))
      if (round > 0) outcomes.set(`${mode} ${program}`, [...(outcomes.get(`${mode} ${program}`) ?? []), outcome])
    }
  }
  return all.map(({ mode, program }) => ({
    tree,
    mode,
    program,
    outcomes: outcomes.get(`${mode} ${program}`) ?? [],
  }))
}

function programsIn(mode: Mode): readonly ProgramName[] {
  return mode === 'plain' ? ['heddle', 'repomix', 'floor'] : ['heddle', 'repomix']
}
