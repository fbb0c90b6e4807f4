import type { Command } from 'commander'
import { addAgent } from './commands/agent.ts'
import { addBranch, addCheckout, addFork } from './commands/branch.ts'
import { addCompletion } from './commands/completion.ts'
import { addConfig } from './commands/config.ts'
import { addInit } from './commands/init.ts'
import { addLog } from './commands/log.ts'
import { addLs } from './commands/ls.ts'
import { addMark } from './commands/mark.ts'
import { addSay } from './commands/say.ts'
import { addShow } from './commands/show.ts'
import { addStats } from './commands/stats.ts'
import type { AddCommand, Context } from './context.ts'

/** Every command, in the order of the help. */
const commands: readonly AddCommand[] = [
  addInit,
  addLs,
  addLog,
  addShow,
  addSay,
  addBranch,
  addFork,
  addCheckout,
  addMark,
  addAgent,
  addConfig,
  addStats,
  addCompletion,
]

/** Puts every command under the program. */
export function addCommands(program: Command, context: Context): void {
  for (const add of commands) add(program, context)
}
