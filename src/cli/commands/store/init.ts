import { resolve } from 'node:path'
import type { Command } from 'commander'
import { initWorkspace } from '../../../config/open.ts'
import { placeWarning } from '../../../config/upkeep.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'

/** `heddle init [DIR]`: makes a workspace. */
export function addInit(program: Command, context: Context): void {
  addCommand(program, 'init [dir]', 'make a workspace here, or in a folder', ['init', 'init notes/']).action(
    async (dir: string | undefined) => {
      const paths = await initWorkspace(resolve(context.io.cwd, dir ?? context.named ?? '.'))
      const { root, folder } = paths
      const warning = await placeWarning(paths)
      context.print({ root, folder, warning: warning ?? null }, () => [`Made a workspace in ${folder}`])
      if (warning !== undefined) context.tell(`${context.errorStyle.yellow('note')} ${warning}`)
      context.tell(
        context.errorStyle.dim(
          'Next: `heddle chat`, or `heddle ask TEXT`. What there is already: `heddle import FILE`.',
        ),
      )
    },
  )
}
