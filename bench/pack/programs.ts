import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Build } from './build.ts'
import type { Program } from './cost.ts'

/** How a tree is packed. `warm` repeats `plain` with what that run has left in the caches; all others begin without. */
export type Mode = 'plain' | 'warm' | 'scan' | 'compress'

/** In this order: a warm run follows the plain one. */
export const modes: readonly Mode[] = ['plain', 'warm', 'scan', 'compress']

/** Who packs. The floor only lists, reads and counts. */
export type ProgramName = 'heddle' | 'repomix' | 'floor'

const heddleOptions: Readonly<Record<Mode, readonly string[]>> = {
  plain: ['--no-secrets'],
  warm: ['--no-secrets'],
  scan: [],
  compress: ['--no-secrets', '--compress'],
}

const repomixOptions: Readonly<Record<Mode, readonly string[]>> = {
  plain: ['--no-security-check'],
  warm: ['--no-security-check'],
  scan: [],
  compress: ['--no-security-check', '--compress'],
}

/**
 * The command of one program: it packs a tree into a file of the folder, with its caches in that folder too. Both
 * are told not to leave out what their built-in rules name, as the tree holds nothing that is not to be packed.
 */
export function programOf(
  name: ProgramName,
  mode: Mode,
  { build, folder, tree }: { readonly build: Build; readonly folder: string; readonly tree: string },
): Program {
  const out = join(folder, `${name}.out`)
  const env = {
    TMPDIR: folder,
    REPOMIX_TOKEN_CACHE_PATH: join(folder, repomixCache, 'token-counts.json'),
    XDG_CACHE_HOME: join(folder, heddleCache),
  }
  switch (name) {
    case 'heddle':
      return { args: [build.heddle, 'pack', tree, '-o', out, '--force', '--all', ...heddleOptions[mode]], env }
    case 'repomix':
      return { args: [build.repomix, tree, '-o', out, '--no-default-patterns', ...repomixOptions[mode]], env }
    case 'floor':
      return { args: [build.floor, tree, build.measureUrl], env }
    default:
      return name satisfies never
  }
}

const repomixCache = 'repomix-cache'
const heddleCache = 'heddle-cache'

/** What stays in a cold run's cache, because it is made from the vocabulary and not from what is packed. */
const vocabularies = 'vocabularies'

/** Takes away what earlier runs left about the files. What Node keeps of compiled code in TMPDIR
 * for programs that ask for it stays. */
export function clearCaches(folder: string): void {
  rmSync(join(folder, repomixCache), { recursive: true, force: true })
  const heddle = join(folder, heddleCache, 'heddle')
  if (!existsSync(heddle)) return
  for (const name of readdirSync(heddle))
    if (name !== vocabularies) rmSync(join(heddle, name), { recursive: true, force: true })
}
