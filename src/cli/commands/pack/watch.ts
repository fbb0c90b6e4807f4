import { watchFolder } from '../../../config/pack/watch-folder.ts'
import { HeddleError } from '../../../core/errors.ts'
import type { PackReport } from '../../../session/pack/pack-report.ts'
import type { Context } from '../../context.ts'
import { Interrupted } from '../../exit-code.ts'
import { counted } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import type { PackOptions } from './options.ts'
import type { PackPlace } from './place.ts'
import { outputOf } from './request.ts'

/** Packs again whenever files change, until Ctrl-C. */
export async function watchAndPack(
  context: Context,
  place: PackPlace,
  options: PackOptions,
  packOnce: (context: Context, place: PackPlace, options: PackOptions) => Promise<PackReport>,
): Promise<void> {
  const again = { ...options, force: true }
  const isOutput = outputOf(context, place, options) ?? (() => false)
  const ready = (): void => context.tell(context.errorStyle.dim('Watching; Ctrl-C ends.'))
  await watchFolder(
    place.root,
    context.io.signal,
    async (changed) => {
      const others = changed.filter((path) => !isOutput(path))
      if (others.length === 0) return
      context.tell(context.errorStyle.dim(`${counted(others.length, 'path')} changed`))
      await packOnce(context, place, again).catch((error: unknown) => {
        // What is wrong now may be right with the next change: the file stays as it is until then.
        if (!(error instanceof HeddleError) || error instanceof Interrupted) throw error
        context.tell(context.errorStyle.yellow(sanitizeLine(error.message)))
      })
    },
    ready,
  )
}
