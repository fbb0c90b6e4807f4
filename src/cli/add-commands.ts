import type { Command } from 'commander'
import { addAgent } from './commands/agent.ts'
import { addCompletion } from './commands/completion.ts'
import { addConfig } from './commands/config.ts'
import { addBuffer } from './commands/conversations/buffer.ts'
import { addExport } from './commands/conversations/export.ts'
import { addImport } from './commands/conversations/import.ts'
import { addLog } from './commands/conversations/log.ts'
import { addLs } from './commands/conversations/ls.ts'
import { addSay } from './commands/conversations/say.ts'
import { addShow } from './commands/conversations/show.ts'
import { addVerify } from './commands/conversations/verify.ts'
import { addDemo, type RunCommand } from './commands/demo.ts'
import { addCheckpoint } from './commands/edits/checkpoint.ts'
import { addCompact } from './commands/edits/compact.ts'
import { addEdits } from './commands/edits/edits.ts'
import { addExplain } from './commands/plans/explain.ts'
import { addPlan } from './commands/plans/plan.ts'
import { addDiff, addRender, addReplay } from './commands/plans/plans.ts'
import { addSimulate } from './commands/simulate/simulate.ts'
import { addBackup } from './commands/store/backup.ts'
import { addDoctor } from './commands/store/doctor.ts'
import { addInit } from './commands/store/init.ts'
import { addPurge } from './commands/store/purge.ts'
import { addStats } from './commands/store/stats.ts'
import { addBookmarks, addTag } from './commands/tree/bookmark.ts'
import { addBranch, addCheckout, addFork } from './commands/tree/branch.ts'
import { addHoist } from './commands/tree/hoist.ts'
import { addSearch, addUnread } from './commands/tree/look.ts'
import { addMark } from './commands/tree/mark.ts'
import { addMoves } from './commands/tree/move.ts'
import { addPrunes } from './commands/tree/prune.ts'
import { addReshaping, addSelect } from './commands/tree/reshape.ts'
import { addTree } from './commands/tree/tree.ts'
import type { AddCommand, Context } from './context.ts'

/** Every command, in the order of the help. */
const commands: readonly AddCommand[] = [
  addInit,
  addImport,
  addExport,
  addLs,
  addLog,
  addShow,
  addSay,
  addBuffer,
  addPlan,
  addExplain,
  addRender,
  addDiff,
  addReplay,
  addSimulate,
  addBranch,
  addFork,
  addCheckout,
  addTree,
  addMoves,
  addSearch,
  addUnread,
  addBookmarks,
  addTag,
  addHoist,
  addReshaping,
  addSelect,
  addPrunes,
  addMark,
  addEdits,
  addCheckpoint,
  addCompact,
  addAgent,
  addConfig,
  addVerify,
  addStats,
  addBackup,
  addDoctor,
  addPurge,
  addCompletion,
]

/** Puts every command under the program. The demonstration runs others through `run`. */
export function addCommands(program: Command, context: Context, run: RunCommand): void {
  for (const add of [...commands, addDemo(run)]) add(program, context)
}
