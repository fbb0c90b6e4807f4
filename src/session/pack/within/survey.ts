import type { PackFormat } from '../../../bundles/pack/formats/pack-format.ts'
import { wholeFile } from '../../../bundles/pack/packed-file.ts'
import type { PackPorts } from '../pack-ports.ts'
import type { FileOutcome } from '../pack-report.ts'
import type { PackRequest } from '../pack-request.ts'
import { prepareAll } from '../prepare-all.ts'
import type { Sizes } from '../sizes.ts'
import type { SurveyedFile } from './surveyed-file.ts'

/** What was found: the files that may go, in order of path, and the others. */
export interface Survey {
  readonly files: readonly SurveyedFile[]
  readonly leftOut: readonly FileOutcome[]
}

/** Reads every file once and measures its block; `onText` sees each text. Nothing but sizes and digests is held. */
export async function survey(
  ports: PackPorts,
  request: PackRequest,
  { format, sizes }: { readonly format: PackFormat; readonly sizes: Sizes },
  paths: readonly string[],
  onText: (path: string, text: string) => void,
): Promise<Survey> {
  const files: SurveyedFile[] = []
  const leftOut: FileOutcome[] = []
  for await (const prepared of prepareAll(ports, request, paths)) {
    if (prepared.kind === 'left-out') {
      leftOut.push(prepared)
      continue
    }
    const { path, text, form, bytes, repaired } = prepared
    onText(path, text)
    const block = format.block(wholeFile(prepared, request.lineNumbers))
    files.push({
      path,
      form,
      bytes,
      ...(repaired === undefined ? {} : { repaired }),
      content: ports.hash(block),
      size: await sizes.of(format.between + block),
    })
  }
  return { files, leftOut }
}
