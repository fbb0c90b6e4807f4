import type { Command } from 'commander'
import { addAgent } from './commands/agent.ts'
import { addBranch, addCheckout, addFork } from './commands/branch.ts'
import { addCompletion } from './commands/completion.ts'
import { addConfig } from './commands/config.ts'
import { addDemo, type RunCommand } from './commands/demo.ts'
import { addImport } from './commands/import.ts'
import { addInit } from './commands/init.ts'
import { addLog } from './commands/log.ts'
import { addLs } from './commands/ls.ts'
import { addMark } from './commands/mark.ts'
import { addPlan } from './commands/plan.ts'
import { addDiff, addExplain, addRender, addReplay } from './commands/plans.ts'
import { addSay } from './commands/say.ts'
import { addShow } from './commands/show.ts'
import { addStats } from './commands/stats.ts'
import type { AddCommand, Context } from './context.ts'

/** Every command, in the order of the help. */
const commands: readonly AddCommand[] = [
  addInit,
  addImport,
  addLs,
  addLog,
  addShow,
  addSay,
  addPlan,
  addExplain,
  addRender,
  addDiff,
  addReplay,
  addBranch,
  addFork,
  addCheckout,
  addMark,
  addAgent,
  addConfig,
  addStats,
  addCompletion,
]

/** Puts every command under the program. The demonstration runs others through `run`. */
export function addCommands(program: Command, context: Context, run: RunCommand): void {
  for (const add of [...commands, addDemo(run)]) add(program, context)
}
