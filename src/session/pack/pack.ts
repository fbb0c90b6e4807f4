import { packFormat } from '../../bundles/pack/formats/find-format.ts'
import { listFiles } from './list-files.ts'
import { packAll } from './pack-all.ts'
import type { PackPorts } from './pack-ports.ts'
import type { PackPiece, PackReport } from './pack-report.ts'
import type { PackRequest } from './pack-request.ts'

/**
 * Packs files into one text. The same files give the same text on every machine: paths in order of their UTF-16 code units, no
 * time, no absolute path. With a budget the whole text never measures more, and a plan decides what is in it. Yields the text in
 * pieces as it goes, and returns what became of each file. Throws `over-budget` where not even the head fits, and what
 * the signal was aborted with.
 */
export async function* pack(ports: PackPorts, request: PackRequest): AsyncGenerator<PackPiece, PackReport> {
  const report = yield* packed(ports, request)
  return request.compress ? { ...report, missingGrammars: await missingGrammars(ports, report) } : report
}

async function* packed(ports: PackPorts, request: PackRequest): AsyncGenerator<PackPiece, PackReport> {
  const listing = await listFiles(ports, request)
  const format = packFormat(request.format)
  if (request.budget === undefined) return yield* packAll(ports, request, format, listing)
  // Most packs have no budget, and need nothing of what plans.
  const { packWithin } = await import('./within/pack-within.ts')
  return yield* packWithin(ports, request, format, listing, request.budget)
}

/** The packages that would read the languages of files that stand in full, sorted. */
async function missingGrammars({ outliner }: PackPorts, { files }: PackReport): Promise<readonly string[]> {
  const { missing } = await outliner()
  const names = files.flatMap((file) => (file.kind === 'packed' && file.form === 'full' ? [missing(file.path)] : []))
  return [...new Set(names.filter((name) => name !== undefined))].sort()
}
