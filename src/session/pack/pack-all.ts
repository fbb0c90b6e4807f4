import { fileTree } from '../../bundles/file-tree.ts'
import type { PackFormat } from '../../bundles/pack/formats/pack-format.ts'
import { wholeFile } from '../../bundles/pack/packed-file.ts'
import type { Listing } from '../../sources/source.ts'
import { footOf, namesThatFit } from './foot.ts'
import { newOutput } from './output.ts'
import type { PackPorts } from './pack-ports.ts'
import type { FileOutcome, PackPiece, PackReport } from './pack-report.ts'
import type { PackRequest } from './pack-request.ts'
import { prepareAll } from './prepare-all.ts'
import { cachedSizes } from './sizes.ts'
import { treeWithin } from './tree-within.ts'

/** Of the first part the tree takes at most this share. */
const treeShare = 0.25

/** Everything, file by file, holding one at a time. */
export async function* packAll(
  ports: PackPorts,
  request: PackRequest,
  format: PackFormat,
  { paths, unlisted }: Listing,
): AsyncGenerator<PackPiece, PackReport> {
  const { task, extras, split, lineNumbers } = request
  const sizes = cachedSizes(ports)
  const foot = format.foot({ leftOut: [] })
  const headOf = (part: number): string => format.head({ tree: '', extras: [], part })
  const output = newOutput(sizes, format, split === undefined ? undefined : { size: split, headOf, foot })
  const files: FileOutcome[] = unlisted.map(({ path, cause }) => ({ kind: 'left-out', path, why: cause }))
  yield* output.begin(
    format.head({
      ...(task === undefined ? {} : { task }),
      tree: split === undefined ? fileTree(paths) : await treeWithin(paths, Math.floor(split * treeShare), sizes),
      extras,
      ...(split === undefined ? {} : { part: 1 }),
    }),
  )
  for await (const prepared of prepareAll(ports, request, paths)) {
    if (prepared.kind === 'left-out') {
      files.push(prepared)
      continue
    }
    const { path, form, bytes, repaired } = prepared
    const size = yield* output.add(format.block(wholeFile(prepared, lineNumbers)))
    const held = repaired === undefined ? {} : { repaired }
    files.push({ kind: 'packed', path, form, size, bytes, reason: { kind: 'fits' }, ...held })
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  const room = split === undefined ? undefined : split - output.inPart()
  const leftOut = room === undefined ? footOf(files) : await namesThatFit(format, sizes, files, room)
  yield* output.end(format.foot({ leftOut }))
  return { files, measure: ports.measure, ...output.total() }
}
