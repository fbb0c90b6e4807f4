import { resolve } from 'node:path'

import { writeParts } from '../../../config/pack/write-parts.ts'
import { writeStream } from '../../../config/write/write-stream.ts'
import { pack } from '../../../session/pack/pack.ts'
import type { PackPorts } from '../../../session/pack/pack-ports.ts'
import type { PackPiece, PackReport } from '../../../session/pack/pack-report.ts'
import type { PackRequest } from '../../../session/pack/pack-request.ts'
import type { Context } from '../../context.ts'
import { progress } from '../../print/progress.ts'
import type { PackOptions } from './options.ts'

/** A pack that was written. `text` is there where it goes into JSON instead; `files` are those that were written. */
export interface WrittenPack {
  readonly report: PackReport
  readonly files: readonly string[]
  readonly text?: string
}

/** Packs to where the options say: files, the clipboard, standard output, or nowhere for a list. */
export async function writePack(
  { io, json }: Context,
  ports: PackPorts,
  request: Omit<PackRequest, 'onProgress'>,
  options: PackOptions,
): Promise<WrittenPack> {
  const shown = progress(io)
  const onProgress = (done: number, total: number, path: string): void => shown.update(done, total, path)
  const packing = kept(pack(ports, { ...request, onProgress }))
  const { out, list, clipboard, split, force } = options
  try {
    if (list === true) {
      for await (const _ of packing.pieces);
      return { report: packing.report(), files: [] }
    }
    if (out !== undefined && out !== '-') {
      const path = resolve(io.cwd, out)
      const how = { overwrite: force === true, signal: io.signal, shared: true }
      if (split !== undefined) {
        const files = await writeParts(path, packing.pieces, how)
        return { report: packing.report(), files }
      }
      await writeStream(path, textsOf(packing.pieces), how)
      return { report: packing.report(), files: [path] }
    }
    if (clipboard === true || json) {
      let text = ''
      for await (const piece of textsOf(packing.pieces)) text += piece
      if (clipboard === true) await (await import('../../../config/pack/clipboard.ts')).copyToClipboard(text)
      return { report: packing.report(), files: [], ...(clipboard === true ? {} : { text }) }
    }
    for await (const text of textsOf(packing.pieces)) {
      shown.end()
      io.stdout.write(text)
      await io.stdout.drained()
    }
    return { report: packing.report(), files: [] }
  } finally {
    shown.end()
  }
}

/** The pieces, and behind them the report. */
function kept(packing: AsyncGenerator<PackPiece, PackReport>): {
  readonly pieces: AsyncIterable<PackPiece>
  report(): PackReport
} {
  let held: PackReport | undefined
  return {
    pieces: (async function* () {
      held = yield* packing
    })(),
    report() {
      if (!held) throw new Error('A pack has no report before its end.')
      return held
    },
  }
}

async function* textsOf(pieces: AsyncIterable<PackPiece>): AsyncIterable<string> {
  for await (const { text } of pieces) yield text
}
