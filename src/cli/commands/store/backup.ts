import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp, upkeepPaths } from '../../../config/upkeep.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { bytes, counted } from '../../print/figures.ts'
import { progress } from '../../print/progress.ts'
import { sanitizeLine } from '../../print/sanitize.ts'

/** `heddle backup FILE`: a checked copy of the store, while others go on writing. */
export function addBackup(program: Command, context: Context): void {
  addCommand(program, 'backup <file>', 'copy the store to a new file, while others go on writing, and check the copy', [
    'backup ~/backups/project.db',
    'backup backup.db --json',
  ]).action(async (file: string) => {
    const { io } = context
    const paths = await upkeepPaths(io.cwd, context.named)
    const to = resolve(io.cwd, file)
    const shown = progress(io)
    try {
      const report = await backUp(paths, to, {
        onProgress: (done, total) => shown.update(done, total, 'copying'),
        signal: io.signal,
      })
      shown.end()
      context.print(report, () => [sanitizeLine(report.path)])
      context.tell(
        context.errorStyle.dim(`${counted(report.nodes, 'node')}, ${bytes(report.bytes)}, checked and for you alone`),
      )
    } finally {
      shown.end()
    }
  })
}
