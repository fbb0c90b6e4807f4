import { chatOnLines } from './chat-on-lines.ts'
import { chatOnTerminal } from './chat-on-terminal.ts'
import type { ChatHooks } from './hooks.ts'
import { type ChatIo, isInteractive } from './terminal/chat-io.ts'

/**
 * Talks with a person until they leave: `/quit`, Ctrl-D, Ctrl-C twice, or the end of the input. What they said is kept in
 * `historyFile` where it is a terminal. What hooks throw is told; the chat goes on.
 */
export async function chat(
  io: ChatIo,
  hooks: ChatHooks,
  { historyFile }: { readonly historyFile: string },
): Promise<void> {
  await (isInteractive(io) ? chatOnTerminal(io, hooks, historyFile) : chatOnLines(io, hooks))
}
