import type { Command } from 'commander'
import type { RunCommand } from './commands/demo.ts'
import type { AddCommand, Context } from './context.ts'

/** Some commands by their names; what they stand on is loaded only when one of them is called. */
interface CommandEntry {
  readonly names: readonly string[]
  load(run: RunCommand): Promise<AddCommand>
  /** It looks at all the others. */
  readonly looksAtAll?: true
}

/** Every command, in the order of the help. */
export const commandEntries: readonly CommandEntry[] = [
  { names: ['init'], load: async () => (await import('./commands/store/init.ts')).addInit },
  { names: ['import'], load: async () => (await import('./commands/conversations/import.ts')).addImport },
  { names: ['export'], load: async () => (await import('./commands/conversations/export.ts')).addExport },
  { names: ['ls'], load: async () => (await import('./commands/conversations/ls.ts')).addLs },
  { names: ['log'], load: async () => (await import('./commands/conversations/log.ts')).addLog },
  { names: ['show'], load: async () => (await import('./commands/conversations/show.ts')).addShow },
  { names: ['chat'], load: async (run) => (await import('./commands/session/chat/chat.ts')).addChat(run) },
  { names: ['ask'], load: async () => (await import('./commands/session/ask.ts')).addAsk },
  { names: ['feedback'], load: async () => (await import('./commands/session/feedback.ts')).addFeedback },
  { names: ['runs'], load: async () => (await import('./commands/session/runs.ts')).addRuns },
  { names: ['say'], load: async () => (await import('./commands/conversations/say.ts')).addSay },
  { names: ['buffer'], load: async () => (await import('./commands/conversations/buffer.ts')).addBuffer },
  { names: ['bundle'], load: async () => (await import('./commands/bundle/bundle.ts')).addBundle },
  { names: ['pack'], load: async () => (await import('./commands/pack/pack.ts')).addPack },
  { names: ['plan'], load: async () => (await import('./commands/plans/plan.ts')).addPlan },
  { names: ['explain'], load: async () => (await import('./commands/plans/explain.ts')).addExplain },
  { names: ['render'], load: async () => (await import('./commands/plans/plans.ts')).addRender },
  { names: ['diff'], load: async () => (await import('./commands/plans/plans.ts')).addDiff },
  { names: ['replay'], load: async () => (await import('./commands/plans/plans.ts')).addReplay },
  { names: ['simulate'], load: async () => (await import('./commands/simulate/simulate.ts')).addSimulate },
  { names: ['branch'], load: async () => (await import('./commands/tree/branch.ts')).addBranch },
  { names: ['fork'], load: async () => (await import('./commands/tree/branch.ts')).addFork },
  { names: ['checkout'], load: async () => (await import('./commands/tree/branch.ts')).addCheckout },
  { names: ['tree'], load: async () => (await import('./commands/tree/tree.ts')).addTree },
  {
    names: ['next', 'previous', 'prev', 'parent', 'child', 'root'],
    load: async () => (await import('./commands/tree/move.ts')).addMoves,
  },
  { names: ['search'], load: async () => (await import('./commands/tree/look.ts')).addSearch },
  { names: ['unread'], load: async () => (await import('./commands/tree/look.ts')).addUnread },
  { names: ['bookmark', 'bookmarks'], load: async () => (await import('./commands/tree/bookmark.ts')).addBookmarks },
  { names: ['tag'], load: async () => (await import('./commands/tree/bookmark.ts')).addTag },
  { names: ['hoist', 'unhoist'], load: async () => (await import('./commands/tree/hoist.ts')).addHoist },
  {
    names: ['edit', 'annotate', 'split', 'merge'],
    load: async () => (await import('./commands/tree/reshape.ts')).addReshaping,
  },
  { names: ['select'], load: async () => (await import('./commands/tree/reshape.ts')).addSelect },
  {
    names: ['prune', 'unprune', 'prunes', 'delete'],
    load: async () => (await import('./commands/tree/prune.ts')).addPrunes,
  },
  { names: ['mark'], load: async () => (await import('./commands/tree/mark.ts')).addMark },
  { names: ['edits'], load: async () => (await import('./commands/edits/edits.ts')).addEdits },
  { names: ['checkpoint'], load: async () => (await import('./commands/edits/checkpoint.ts')).addCheckpoint },
  { names: ['compact'], load: async () => (await import('./commands/edits/compact.ts')).addCompact },
  { names: ['agent'], load: async () => (await import('./commands/agent.ts')).addAgent },
  { names: ['config'], load: async () => (await import('./commands/config.ts')).addConfig },
  { names: ['verify'], load: async () => (await import('./commands/conversations/verify.ts')).addVerify },
  { names: ['stats'], load: async () => (await import('./commands/store/stats.ts')).addStats },
  { names: ['backup'], load: async () => (await import('./commands/store/backup.ts')).addBackup },
  { names: ['doctor'], load: async () => (await import('./commands/store/doctor.ts')).addDoctor },
  { names: ['purge'], load: async () => (await import('./commands/store/purge.ts')).addPurge },
  {
    names: ['completion', '__complete'],
    looksAtAll: true,
    load: async () => (await import('./commands/completion.ts')).addCompletion,
  },
  { names: ['demo'], load: async (run) => (await import('./commands/demo.ts')).addDemo(run) },
]

/**
 * Puts the command that a command line calls under the program, or every command where it calls none that there is, for the help and
 * for suggestions. The demonstration runs others through `run`.
 */
export async function addCommands(
  program: Command,
  context: Context,
  { run, called }: { readonly run: RunCommand; readonly called: string | undefined },
): Promise<void> {
  if (called === '--version') return
  const entry = commandEntries.find(({ names }) => called !== undefined && names.includes(called))
  const isAlone = entry && !entry.looksAtAll
  for (const { load } of isAlone ? [entry] : commandEntries) (await load(run))(program, context)
}

/** The first word of a command line that is neither a global option nor its value; or `--version`, which needs no command. */
export function calledCommand(argv: readonly string[]): string | undefined {
  if (argv[0] === '--version') return argv[0]
  const at = argv.findIndex((word, place) => !word.startsWith('-') && argv[place - 1] !== '--workspace')
  return at < 0 ? undefined : argv[at]
}
