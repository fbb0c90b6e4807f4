import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Extra } from '../../../bundles/pack/formats/pack-format.ts'
import { isPartOf } from '../../../config/pack/write-parts.ts'
import type { PackRequest } from '../../../session/pack/pack-request.ts'
import type { Context } from '../../context.ts'
import type { PackOptions } from './options.ts'
import type { PackPlace } from './place.ts'

const defaultCommits = 20

/** What is to be packed. What the pack itself is written to is not part of it. */
export async function packRequest(
  { io }: Context,
  { root, paths }: PackPlace,
  options: PackOptions,
): Promise<Omit<PackRequest, 'onProgress'>> {
  const isOutput = outputOf({ io }, { root, paths }, options)
  return {
    paths,
    include: options.include ?? [],
    exclude: options.exclude ?? [],
    ...(isOutput ? { isOutput } : {}),
    format: options.format ?? 'markdown',
    lineNumbers: options.lineNumbers === true,
    compress: options.compress === true,
    secrets: options.secrets !== false,
    all: options.all === true,
    extras: await extrasOf(root, options, io.signal),
    ...(options.budget === undefined ? {} : { budget: options.budget }),
    ...(options.for === undefined ? {} : { task: options.for }),
    ...(options.split === undefined ? {} : { split: options.split }),
    signal: io.signal,
  }
}

/** Whether a path is what the pack is written to, or is on the way there; undefined where it goes to no file. */
export function outputOf(
  { io }: Pick<Context, 'io'>,
  { root }: PackPlace,
  { out, split }: PackOptions,
): ((path: string) => boolean) | undefined {
  if (out === undefined || out === '-') return isStream(io, root)
  const file = resolve(io.cwd, out)
  const beside = join(dirname(file), '.')
  const isTemporary = (path: string): boolean =>
    path.startsWith(join(beside, `.${basename(file)}.`)) || path.startsWith(join(beside, '.heddle-'))
  return (path) => {
    const absolute = resolve(root, path)
    return absolute === file || isTemporary(absolute) || (split !== undefined && isPartOf(absolute, file))
  }
}

async function extrasOf(root: string, { diff, log, secrets }: PackOptions, signal: AbortSignal): Promise<Extra[]> {
  if (diff !== true && log === undefined) return []
  const { gitTexts } = await import('../../../config/pack/git-texts.ts')
  const commits = log === true ? defaultCommits : log
  return await gitTexts(root, { diff: diff === true, commits, redact: secrets !== false, signal })
}

/** Whether a path is the file that standard output or standard error goes into; undefined where neither goes into one. */
function isStream({ stdout, stderr }: Context['io'], root: string): ((path: string) => boolean) | undefined {
  const files = [stdout.file, stderr.file].filter((file) => file !== undefined)
  if (files.length === 0) return undefined
  return (path) => {
    const held = statSync(resolve(root, path), { throwIfNoEntry: false })
    return held !== undefined && files.some(({ dev, ino }) => dev === held.dev && ino === held.ino)
  }
}
