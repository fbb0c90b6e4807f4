import pc from 'picocolors'
import { chat } from '../../../src/cli/chat/chat.ts'
import { exampleHooks } from '../../../src/cli/chat/example-hooks.ts'
import { nodeChatIo } from '../../../src/cli/chat/terminal/node-chat-io.ts'

// A chat on this process's terminal with scripted answers; the argument is the file of the history.
const { hooks } = exampleHooks({
  run: async (argv) => void process.stdout.write(`ran ${argv.join(' ')}\nand a second line\n`),
})
await chat(nodeChatIo(pc.createColors(true), new AbortController().signal), hooks, {
  historyFile: process.argv[2] ?? '',
})
process.stdout.write('left\n')
