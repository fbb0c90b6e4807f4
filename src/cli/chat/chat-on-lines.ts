import { createInterface } from 'node:readline'
import type { Stage } from './events/stage.ts'
import type { ChatHooks } from './hooks.ts'
import { createTalk } from './talk.ts'
import type { ChatIo } from './terminal/chat-io.ts'

/**
 * A chat without a terminal: each line is a message or a command, and the end of the input ends it. Answers go to the output as
 * they come, everything else to the errors. Nobody is asked anything.
 */
export async function chatOnLines(io: ChatIo, hooks: ChatHooks): Promise<void> {
  const lines = createInterface({ input: io.input, crlfDelay: Number.POSITIVE_INFINITY })
  let leaving = false
  const talk = createTalk(hooks, {
    stage: stageOf(io),
    runBeside: (work) => work(),
    hear: () => undefined,
    write: () => undefined,
    quit: () => {
      leaving = true
    },
  })
  const signal = io.signal ?? new AbortController().signal
  signal.addEventListener('abort', () => lines.close(), { once: true })
  for await (const line of lines) {
    if (line.trim() !== '') await talk.say(line, { signal })
    if (leaving || signal.aborted) break
  }
  lines.close()
}

function stageOf({ output, errors, style }: ChatIo): Stage {
  const told = output.terminal ? output : errors
  return {
    style,
    width: (output.columns ?? 81) - 1,
    raw: output.terminal ? undefined : (text) => output.write(text),
    answer: (lines) => output.write(lines.map((line) => `${line}\n`).join('')),
    tell: (lines) => told.write(lines.map((line) => `${line}\n`).join('')),
    wait: () => undefined,
  }
}
