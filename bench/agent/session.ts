import type { Part } from '../../src/core/content/part.ts'
import { type ProjectFile, projectFile } from '../conversation/project.ts'
import { type Random, random } from '../conversation/random.ts'
import { codeLine, logLine, prose } from '../conversation/text.ts'
import type { ToolRun } from '../conversation/tools.ts'
import type { ConversationOptions, Message } from '../conversation.ts'

interface State {
  readonly random: Random
  readonly seed: number
  readonly sizeFactor: number
  /** Messages, steps and files made so far. */
  made: number
  steps: number
  files: number
  /** The files that were worked on last, the latest first. */
  recent: ProjectFile[]
}

/** So many of the latest files are gone back to. */
const remembered = 30
/** Every so many steps a person says something. */
const stepsOfTurn = 20

/**
 * The session of an agent at work on its own, one message at a time: steps of one call and its result, and a person's message
 * every twenty steps. Of five messages one is a file's content that was read; the rest of the steps edits, writes and
 * runs. Exactly as many messages as asked for; the last is a result, so that a call comes next.
 */
export function* agentSession({ messages, seed = 1, sizeFactor = 1 }: ConversationOptions): Generator<Message> {
  const state: State = { random: random(seed), seed, sizeFactor, made: 0, steps: 0, files: 0, recent: [] }
  while (state.made < messages) {
    const isAsked = state.steps % stepsOfTurn === 0 || messages - state.made === 1
    if (isAsked) yield say(state, 'human', [text(prose(state.random, 40))])
    if (messages - state.made >= 2) yield* step(state)
    else state.steps++
  }
}

function* step(state: State): Generator<Message> {
  const { random } = state
  const callId = `call_${(++state.steps).toString(36).padStart(6, '0')}`
  const { name, input, content, isError } = runOf(state, fileOf(state))
  const thought = random.chance(0.5) ? [text(prose(random, 18))] : []
  yield say(state, 'model', [...thought, { kind: 'tool-call', callId, name, input }])
  yield say(state, 'tool', [{ kind: 'tool-result', callId, name, content, ...(isError ? { isError } : {}) }])
}

function say(state: State, author: Message['author'], parts: readonly Part[]): Message {
  state.made++
  return { author, parts }
}

/** Two steps of five read, so that one message of five is a file's content; a few more, as a person speaks, too. */
function runOf(state: State, file: ProjectFile): ToolRun {
  const { random, steps } = state
  if ((steps * 41) % 100 < 41) return read(random, file)
  const which = random.next()
  if (which < 0.45) return edit(random, file)
  return which < 0.52 ? write(random, file) : run(state, file)
}

/** One of the files worked on last, the latest most of all; now and then a new one. */
function fileOf(state: State): ProjectFile {
  const { random, recent, seed, sizeFactor } = state
  const known = random.chance(0.9) ? recent[Math.floor(recent.length * random.next() ** 2)] : undefined
  const file = known ?? projectFile(seed, state.files++, sizeFactor)
  state.recent = [file, ...recent.filter((each) => each !== file)].slice(0, remembered)
  return file
}

function read(random: Random, file: ProjectFile): ToolRun {
  const isWhole = file.lines < 60 || random.chance(0.25)
  const from = isWhole ? 1 : 1 + random.below(file.lines)
  const to = isWhole ? file.lines : Math.min(file.lines, from + 20 + random.below(100))
  const range = isWhole ? {} : { range: { from, to } }
  const input = isWhole ? { path: file.path } : { path: file.path, offset: from, limit: to - from + 1 }
  const part = { kind: 'file' as const, way: 'read' as const, path: file.path, text: file.read({ from, to }), ...range }
  return { name: 'read_file', input, content: [part] }
}

function edit(random: Random, file: ProjectFile): ToolRun {
  const number = 1 + random.below(file.lines)
  const { before, after } = file.edit(number)
  const content = [text(`Edited ${file.path}: 1 replacement near line ${number}.`)]
  return { name: 'edit_file', input: { path: file.path, old_text: before, new_text: after }, content }
}

/** Writes a small file of its own. */
function write(random: Random, file: ProjectFile): ToolRun {
  const path = `${file.path}.test.ts`
  const lines = Array.from({ length: 10 + random.below(40) }, () => codeLine(random))
  return { name: 'write_file', input: { path, content: lines.join('\n') }, content: [text(`Wrote ${path}.`)] }
}

function run({ random, sizeFactor }: State, file: ProjectFile): ToolRun {
  const count = Math.max(1, Math.round(Math.min(400, random.skewed(20, 1.2)) * sizeFactor))
  const printed = Array.from({ length: count }, () => logLine(random))
  const isError = random.chance(0.15)
  return {
    name: 'run',
    input: { command: `npm test -- ${file.path}` },
    content: [text([...printed, ...(isError ? [`error: ${prose(random, 12)}`] : [])].join('\n'))],
    ...(isError ? { isError } : {}),
  }
}

function text(said: string): Part & { readonly kind: 'text' } {
  return { kind: 'text', text: said }
}
