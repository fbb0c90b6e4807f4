import { inTurn, type Outcome, run } from './check/command.ts'
import { checkLockfile } from './check/lockfile.ts'
import { checkPackaging } from './check/packaging.ts'
import { checkShape } from './check/shape.ts'

/** The steps by name, cheapest first. `npm run check -- types lint` runs only those named. */
const steps: { readonly [name: string]: () => Promise<Outcome> } = {
  lockfile: checkLockfile,
  shape: checkShape,
  lint: () => run('biome', 'check', '--max-diagnostics=40', '--error-on-warnings', '.'),
  types: () =>
    inTurn(
      () => run('tsc', '-p', 'tsconfig.src.json'),
      () => run('tsc', '-p', 'tsconfig.pure.json'),
      () => run('tsc', '-p', 'tsconfig.json'),
    ),
  imports: checkImports,
  unused: () => run('knip', '--no-progress'),
  packaging: checkPackaging,
}

/** The checker reads TypeScript with swc; what it says about a missing compiler is no news. */
async function checkImports(): Promise<Outcome> {
  const outcome = await run('depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', '.')
  return { ...outcome, details: outcome.details.replace(/‼ missing-tsc-transpiler.*/s, '').trim() }
}

async function check(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in steps))
  if (unknown.length > 0) {
    console.error(`No step ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}.`)
    return 2
  }
  const asked = Object.entries(steps).filter(([name]) => names.length === 0 || names.includes(name))
  let failed = 0
  for (const [name, step] of asked) {
    const start = performance.now()
    const outcome = await attempt(step)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${name.padEnd(10)} ${outcome.ok ? 'ok    ' : 'FAILED'} ${seconds.padStart(5)} s`)
    if (outcome.ok) continue
    failed++
    console.log(outcome.details.replace(/^/gm, '  '))
  }
  console.log(`checks: ${asked.length - failed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

async function attempt(step: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await step()
  } catch (error) {
    return { ok: false, details: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.exitCode = await check(process.argv.slice(2))
