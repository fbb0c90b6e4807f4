import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateText, isStepCount, jsonSchema, type ModelMessage, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { conversation } from '../conversation.ts'
import { toModelMessages } from '../plan/ai-sdk.ts'
import { spoken } from './answers.ts'
import { fileName, writeFiles } from './fill.ts'
import { peerMilliseconds, type Task, type TimedTurn, type TurnKind, type Turns, turnKinds } from './task.ts'

type Answered = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>
type Given = Parameters<MockLanguageModelV4['doGenerate']>[0]

/** So many turns of each kind warm up, and so many are made at the most. */
const warmUp = 3
const most = 40

/**
 * The same turns by hand: messages in memory, `generateText`, and a file. It sends everything and writes the whole file after
 * each turn, as the AI SDK's guide does; or, with `newest`, sends only the newest messages and appends what is new.
 */
export async function peer({ messages, folder, newest }: Task & { kind: 'peer' }): Promise<Turns> {
  await writeFiles(folder)
  const held = toModelMessages(conversation({ messages: messages - 1 }))
  const timed: TimedTurn[] = []
  for (const kind of turnKinds) {
    const started = performance.now()
    for (let round = 0, isLast = false; !isLast; round++) {
      const total = await turn(held, folder, kind, newest)
      isLast = round === most || performance.now() - started > peerMilliseconds
      if (round >= warmUp || isLast) timed.push({ kind, total, phases: {}, used: null })
    }
  }
  return { budget: null, timed, longestBefore: null }
}

async function turn(held: ModelMessage[], folder: string, kind: TurnKind, newest: number | null): Promise<number> {
  const { question, answer } = spoken(held.length)
  let inModel = 0
  const model = new MockLanguageModelV4({
    doGenerate: async (given) => {
      const before = performance.now()
      const answered = answerTo(given, kind, answer)
      inModel += performance.now() - before
      return answered
    },
  })
  const before = performance.now()
  const from = held.length
  held.push({ role: 'user', content: question() })
  const { response } = await generateText({
    model,
    messages: newest === null ? held : fromUser(held.slice(-newest)),
    stopWhen: isStepCount(5),
    tools: {
      read_file: tool({
        description: 'Gives the text of a file.',
        inputSchema: jsonSchema<{ path: string }>({
          type: 'object',
          properties: { path: { type: 'string' } },
          required: ['path'],
        }),
        execute: async ({ path }) => await readFile(join(folder, path), 'utf8'),
      }),
    },
  })
  held.push(...response.messages)
  if (newest === null) await writeFile(join(folder, 'chat.json'), JSON.stringify(held))
  else await appendFile(join(folder, 'chat.jsonl'), linesOf(held.slice(from)))
  return performance.now() - before - inModel
}

/** A call and its results are not to be torn apart: the messages from the first one of a person. */
function fromUser(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.slice(messages.findIndex(({ role }) => role === 'user'))
}

function linesOf(messages: readonly ModelMessage[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('')
}

function answerTo({ prompt }: Given, kind: TurnKind, answer: () => string): Answered {
  const isAnswered = kind === '1 call' || prompt.at(-1)?.role === 'tool'
  const input = JSON.stringify({ path: fileName(prompt.length) })
  return {
    content: isAnswered
      ? [{ type: 'text', text: answer() }]
      : [{ type: 'tool-call', toolCallId: `call_${performance.now()}`, toolName: 'read_file', input }],
    finishReason: { unified: isAnswered ? 'stop' : 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 5, text: 5, reasoning: undefined },
    },
    warnings: [],
  }
}
