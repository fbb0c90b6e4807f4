import type { AuthorType, Part } from '../src/core/content/part.ts'
import { type ProjectFile, projectFile } from './conversation/project.ts'
import { type Random, random } from './conversation/random.ts'
import { codeLine, logLine, prose } from './conversation/text.ts'
import { runTool, type ToolRun } from './conversation/tools.ts'

/** One message of a generated conversation. A tool's message holds one result. */
export interface Message {
  readonly author: Exclude<AuthorType, 'system'>
  readonly parts: readonly Part[]
}

/** What a conversation is made from; the same options give the same messages on every machine. */
export interface ConversationOptions {
  readonly messages: number
  /** Default 1. */
  readonly seed?: number
  /** Texts are about so many times as long as in recorded sessions, whose messages take some 400 tokens. Default 1. */
  readonly sizeFactor?: number
}

interface State {
  readonly random: Random
  readonly seed: number
  readonly sizeFactor: number
  /** Messages made so far. */
  made: number
  calls: number
  /** The files that were worked on last, the latest first. */
  recent: ProjectFile[]
  files: number
}

/** So many files are remembered with their edits. */
const remembered = 40

/**
 * A coding conversation, one message at a time: a person asks, the model reads, searches, edits and runs, often several
 * calls at once, and answers. The same files are read again, changed or not. Exactly as many messages as asked for; the
 * last is a person's, and every call has its result. Needs memory for the files in work, not for what was said.
 */
export function* conversation({ messages, seed = 1, sizeFactor = 1 }: ConversationOptions): Generator<Message> {
  const state: State = { random: random(seed), seed, sizeFactor, made: 0, calls: 0, recent: [], files: 0 }
  while (state.made < messages - 1) yield* turn(state, messages - 1)
  if (state.made < messages) yield say(state, 'human', question(state))
}

function* turn(state: State, limit: number): Generator<Message> {
  const files = filesOfTurn(state)
  yield say(state, 'human', question(state))
  const steps = 2 + Math.floor(state.random.skewed(7, 0.8))
  for (let step = 0; step < steps && state.made + 3 <= limit; step++) yield* work(state, files, limit)
  if (state.made < limit) yield say(state, 'model', answer(state))
}

/** A message with calls and their results; it is only begun where both have room, and room is left for an answer. */
function* work(state: State, files: readonly [ProjectFile, ...ProjectFile[]], limit: number): Generator<Message> {
  const { random, sizeFactor } = state
  const wanted = random.pick([1, 1, 1, 1, 1, 1, 2, 2, 3, 4])
  const runs: ToolRun[] = []
  while (runs.length < wanted && state.made + runs.length + 3 <= limit)
    runs.push(runTool({ random, files, sizeFactor }))
  const calls = runs.map((run) => ({ run, callId: `call_${(++state.calls).toString(36).padStart(6, '0')}` }))
  yield say(state, 'model', [
    ...(random.chance(0.7) ? [text(prose(random, words(state, 36)))] : []),
    ...calls.map(({ run, callId }): Part => ({ kind: 'tool-call', callId, name: run.name, input: run.input })),
  ])
  for (const { run, callId } of calls) yield say(state, 'tool', [resultOf(run, callId)])
}

function resultOf({ name, content, isError }: ToolRun, callId: string): Part {
  return { kind: 'tool-result', callId, name, content, ...(isError === undefined ? {} : { isError }) }
}

function say(state: State, author: Message['author'], parts: readonly Part[]): Message {
  state.made++
  return { author, parts }
}

function question(state: State): Part[] {
  const { random } = state
  const asked = prose(random, words(state, 34))
  return [text(random.chance(0.15) ? `${asked}\n\n${block(state, logLine, 18)}` : asked)]
}

function answer(state: State): Part[] {
  const { random } = state
  const said = prose(random, words(state, 90))
  return [
    text(random.chance(0.4) ? `${said}\n\n${block(state, codeLine, 14)}\n\n${prose(random, words(state, 20))}` : said),
  ]
}

function block({ random, sizeFactor }: State, line: (random: Random) => string, median: number): string {
  const count = Math.max(1, Math.round(Math.min(300, random.skewed(median, 0.9)) * sizeFactor))
  return `\`\`\`\n${Array.from({ length: count }, () => line(random)).join('\n')}\n\`\`\``
}

function words({ random, sizeFactor }: State, median: number): number {
  return Math.max(3, Math.round(Math.min(900, random.skewed(median, 0.7)) * sizeFactor))
}

function text(said: string): Part {
  return { kind: 'text', text: said }
}

/** Three to seven files: some of those worked on before, the rest new. */
function filesOfTurn(state: State): readonly [ProjectFile, ...ProjectFile[]] {
  const { random, recent } = state
  const chosen = new Set<ProjectFile>()
  for (let count = 3 + random.below(5); count > 0; count--) {
    const known = random.chance(0.6) ? recent[Math.floor(recent.length * random.next() ** 2)] : undefined
    chosen.add(known ?? projectFile(state.seed, state.files++, state.sizeFactor))
  }
  state.recent = [...new Set([...chosen, ...recent])].slice(0, remembered)
  const [first = projectFile(state.seed, state.files++, state.sizeFactor), ...rest] = chosen
  return [first, ...rest]
}
