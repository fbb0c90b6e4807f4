import type { Command } from 'commander'
import { pricesBy } from '../../../config/session/prices.ts'
import { settingsOf } from '../../../config/settings/settings-of.ts'
import { feedbackReport } from '../../../session/reflect/feedback-report.ts'
import { usageReport } from '../../../session/usage/usage-report.ts'
import type { Store } from '../../../stores/store.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { wholeNumber } from '../../parse-option.ts'
import { bytes, count } from '../../print/figures.ts'
import { reflectionLines } from '../../print/reflection.ts'
import { table } from '../../print/table.ts'
import { usageLines } from '../../print/usage.ts'
import { findConversation } from '../../read/find.ts'

/** `heddle stats`: how much the workspace holds, and what came of the calls that were made. */
export function addStats(program: Command, context: Context): void {
  addCommand(program, 'stats', 'how much the workspace holds, what calls took, and what of each plan was used', [
    'stats',
    'stats --conversation k3x9 --json',
  ])
    .option('-c, --conversation <id>', 'only the calls of this conversation')
    .option('-n, --limit <count>', 'only so many of the newest calls', wholeNumber(1), 1000)
    .action((options: Options) => stats(context, options))
}

interface Options {
  readonly conversation?: string
  readonly limit: number
}

async function stats(context: Context, { conversation: reference, limit }: Options): Promise<void> {
  const workspace = await context.workspace()
  const { store, paths } = workspace
  const conversation = reference === undefined ? undefined : await findConversation(workspace, reference)
  const held = await store.stats()
  const filter = { limit, ...(conversation === undefined ? {} : { conversation: conversation.id }) }
  const { values: settings } = await settingsOf(paths, workspace.env)
  const usage = await usageReport(store, filter, pricesBy(settings))
  const feedback = await feedbackReport(store, filter)
  const titles = new Map((await store.conversations()).map(({ id, title }) => [id, title]))
  const { style, io } = context
  const width = io.stdout.columns
  context.print({ workspace: paths.root, ...held, usage, feedback }, () => {
    const blocks = [
      ...(conversation === undefined ? [heldLines(context, held)] : []),
      usageLines(usage, { style, width, conversationName: (id) => titles.get(id) ?? id }),
      reflectionLines(feedback, { style, width }),
    ]
    return blocks.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
  })
  context.tell(context.errorStyle.dim(`workspace ${paths.root}; a text that occurs twice is kept once`))
}

function heldLines({ style }: Context, held: Awaited<ReturnType<Store['stats']>>): string[] {
  const rows = [
    ['conversations', count(held.conversations)],
    ['branches', count(held.branches)],
    ['nodes', count(held.nodes)],
    ['contents', count(held.contents)],
    ['plans', count(held.plans)],
    ['calls', count(held.calls)],
    ['text', bytes(held.textBytes)],
    ['on disk', bytes(held.bytes)],
  ] as const
  return table(
    rows,
    [
      { title: 'what', value: ([name]) => name },
      { title: 'how much', value: ([, value]) => value, align: 'right' },
    ],
    { head: style.dim },
  )
}
