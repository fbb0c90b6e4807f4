import { nearest } from '../../../config/settings/nearest.ts'
import { UsageError } from '../../exit-code.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import type { ChatCommand, CommandChat } from './chat-command.ts'
import { chatCommands } from './chat-commands.ts'
import { wordsOf } from './words.ts'

/** The command of a name. Throws UsageError, with the nearest name, where there is none. */
export function findCommand(name: string): ChatCommand {
  const found = chatCommands.find((command) => command.name === name)
  if (found) return found
  const close = nearest(
    name,
    chatCommands.map((command) => command.name),
  )
  const hint = close === undefined ? '' : ` Did you mean /${close}?`
  throw new UsageError(
    `There is no command /${sanitizeLine(name)}.${hint} /help lists them; // begins a message with a slash.`,
  )
}

/** Runs the command of a line. Throws as the command does, and UsageError. */
export async function runCommand(name: string, rest: string, chat: CommandChat): Promise<void> {
  await findCommand(name).run(chat, wordsOf(rest), rest)
}
