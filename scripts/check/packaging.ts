import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { found, type Outcome, run } from './command.ts'

/** Builds, packs, and looks at the tarball as those who install it will: manifest, files, types of every subpath. */
export async function checkPackaging(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-pack-'))
  try {
    const packed = await run('npm', 'pack', '--pack-destination', folder)
    if (!packed.ok) return packed
    const name = packed.details.match(/\S+[.]tgz/g)?.at(-1)
    if (name === undefined) return { ok: false, details: `npm pack named no tarball:\n${packed.details}` }
    const tarball = readFileSync(join(folder, name))
    return found([...(await manifestProblems(tarball)), ...(await typeProblems(tarball))])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function manifestProblems(tarball: Buffer): Promise<string[]> {
  const bytes = new Uint8Array(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** ESM only: what CommonJS and the resolution of Node 10 would see is not asked. */
async function typeProblems(tarball: Buffer): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(tarball), {
    excludeEntrypoints: ['./package.json'],
  })
  if (result.types === false) return ['the package has no types']
  const asked = ['node16-esm', 'bundler']
  return result.problems
    .filter((problem) => !('resolutionKind' in problem) || asked.includes(problem.resolutionKind))
    .map((problem) => `types: ${JSON.stringify(problem)}`)
}
