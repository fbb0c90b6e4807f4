import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { found, type Outcome } from './command.ts'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

/**
 * The lock file names no download address, and has an entry for every optional package of every package: without them
 * `npm ci` refuses the file, and people on other systems get a tool without its binary.
 */
export async function checkLockfile(path = 'package-lock.json'): Promise<Outcome> {
  const text = readFileSync(path, 'utf8')
  const { packages } = lockSchema.parse(JSON.parse(text))
  const findings: string[] = []
  for (const [place, entry] of Object.entries(packages)) {
    if (entry.resolved !== undefined && entry.link !== true) findings.push(`${place}: has a download address`)
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter((name) => !installed(name, place, packages))
    if (missing.length > 0) {
      findings.push(
        `${place} ${entry.version}: no entry for ${missing.join(', ')}; take a version whose parts are all out`,
      )
    }
  }
  return found(findings)
}

/** Looks where Node does: beside the package, then in every folder above. */
function installed(name: string, place: string, packages: { readonly [place: string]: unknown }): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}
