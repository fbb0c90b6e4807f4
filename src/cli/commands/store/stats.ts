import type { Command } from 'commander'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { bytes, count } from '../../print/figures.ts'
import { table } from '../../print/table.ts'

/** `heddle stats`: how much the workspace holds. */
export function addStats(program: Command, context: Context): void {
  addCommand(program, 'stats', 'how much the workspace holds', ['stats', 'stats --json']).action(async () => {
    const { store, paths } = await context.workspace()
    const stats = await store.stats()
    const rows = [
      ['conversations', count(stats.conversations)],
      ['branches', count(stats.branches)],
      ['nodes', count(stats.nodes)],
      ['contents', count(stats.contents)],
      ['plans', count(stats.plans)],
      ['text', bytes(stats.textBytes)],
      ['on disk', bytes(stats.bytes)],
    ] as const
    context.print({ workspace: paths.root, ...stats }, () =>
      table(
        rows,
        [
          { title: 'what', value: ([name]) => name },
          { title: 'how much', value: ([, value]) => value, align: 'right' },
        ],
        { head: context.style.dim },
      ),
    )
    context.tell(context.errorStyle.dim(`workspace ${paths.root}; a text that occurs twice is kept once`))
  })
}
