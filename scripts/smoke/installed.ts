import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { z } from 'zod'
import { describe, type Finished, runIn } from './command.ts'

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  exports: z.record(z.string(), z.unknown()),
  engines: z.object({ node: z.string() }),
})

/** A step of the smoke test: undefined when it went well, else what went wrong. `skip` says why it cannot be asked here. */
export interface Step {
  readonly name: string
  readonly skip?: string
  run(): string | undefined
}

/** The steps for a package that is installed below a folder. */
export function stepsOf(folder: string, packageName: string): Step[] {
  const root = join(folder, 'node_modules', packageName)
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const work = join(folder, 'work')
  mkdirSync(work, { recursive: true })
  const example = globSync('examples/*.json', { cwd: root }).sort()[0]
  const heddle = (...args: readonly string[]): Finished =>
    runIn(work, process.execPath, join(root, 'bin', 'heddle.js'), ...args)

  const subpaths = Object.keys(manifest.exports).filter((subpath) => !subpath.endsWith('.json'))
  return [
    ...subpaths.map((subpath) => importStep(folder, subpath.replace('.', manifest.name))),
    {
      name: 'heddle --version',
      run: () => {
        const done = heddle('--version')
        return done.code === 0 && done.stdout.trim() === manifest.version ? undefined : describe(done)
      },
    },
    { name: 'heddle, with no arguments', run: () => mustPrint(heddle()) },
    { name: 'heddle init', run: () => mustEndWell(heddle('init')) },
    {
      name: `heddle import ${example ?? 'FILE'}`,
      run: () => (example ? mustEndWell(heddle('import', join(root, example))) : 'the package ships no example'),
    },
    { name: 'heddle plan', run: () => mustPrint(heddle('plan')) },
    oldNodeStep(work, join(root, 'bin', 'heddle.js'), manifest.engines.node),
  ]
}

function importStep(folder: string, specifier: string): Step {
  return {
    name: `import '${specifier}'`,
    run: () => {
      const file = join(folder, 'import.mjs')
      writeFileSync(
        file,
        `const all = await import(${JSON.stringify(specifier)})\nconsole.log(Object.keys(all).length)\n`,
      )
      const done = runIn(folder, process.execPath, file)
      return done.code === 0 && Number(done.stdout) > 0 ? undefined : describe(done)
    },
  }
}

/** An older Node gets one line: what is needed, what was found, where to get it. */
function oldNodeStep(folder: string, bin: string, engines: string): Step {
  const needed = Number(/\d+/.exec(engines)?.[0])
  const old = olderNode(needed)
  return {
    name: `heddle under Node ${old?.version ?? `< ${needed}`}`,
    ...(old ? {} : { skip: 'there is none on this machine' }),
    run: () => {
      if (!old) return undefined
      const done = runIn(folder, old.path, bin, 'plan')
      const line = done.stderr.trim()
      const says = [String(needed), old.version, 'nodejs.org'].every((word) => line.includes(word))
      return done.code === 1 && done.stdout === '' && says && !line.includes('\n') ? undefined : describe(done)
    },
  }
}

/** The first Node on the PATH that is older than this major version. */
function olderNode(major: number): { readonly path: string; readonly version: string } | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'node')
    if (!existsSync(path)) continue
    const version = runIn(folder, path, '-p', 'process.versions.node').stdout.trim()
    if (Number.parseInt(version, 10) < major) return { path, version }
  }
  return undefined
}

function mustEndWell(done: Finished): string | undefined {
  return done.code === 0 ? undefined : describe(done)
}

function mustPrint(done: Finished): string | undefined {
  return done.code === 0 && done.stdout.trim() !== '' ? undefined : describe(done)
}
