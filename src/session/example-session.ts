import { characters, estimate } from '../core/content/measure.ts'
import type { FilePart, Part, ResultContent } from '../core/content/part.ts'
import type { Refusal } from '../core/refusal.ts'
import type { Branch, Node } from '../history/node.ts'
import type { ModelFacts } from '../models/model-facts.ts'
import type { Store } from '../stores/store.ts'
import { type CallRequest, type CallSettings, defaultCallSettings } from './call-request.ts'
import type { Engine } from './engine.ts'
import { exampleEngine } from './example-engine.ts'
import { type PlannedCall, planCall } from './plan-call.ts'
import { type Started, say, startConversation } from './say.ts'

/** For tests: a model of a large window, whose provider caches nothing. */
export const sessionModel: ModelFacts = {
  provider: 'test',
  name: 'model',
  window: 400_000,
  maxOutput: 500,
  measure: 'characters',
  exact: true,
  messageOverhead: 4,
  prices: null,
  cache: null,
  systemField: false,
  systemMidway: true,
  images: true,
}

/** Paths of every kind: with spaces, quotes, signs that replacements know, steps up, backslashes, and two spellings of one. */
export const sessionPaths = [
  'src/a.ts',
  'a file with spaces.md',
  'it\'s "quoted".ts',
  'cost $& $1 $$.ts',
  '../up/there.ts',
  'win\\dir\\c.ts',
  './docs//../b.md',
] as const

/** What an agent does next: one step with its results, or what is said without any. */
export type Act =
  | { readonly kind: 'ask' | 'answer'; readonly length: number }
  | { readonly kind: 'whole' | 'lie' | 'fail'; readonly file: number; readonly numbered: boolean }
  | { readonly kind: 'range'; readonly file: number; readonly from: number; readonly count: number; numbered: boolean }
  | { readonly kind: 'write'; readonly file: number; readonly length: number; readonly shown: boolean }
  | { readonly kind: 'edit'; readonly file: number; readonly line: number; readonly more?: number }
  | { readonly kind: 'run'; readonly command: number; readonly length: number }
  | { readonly kind: 'both'; readonly first: number; readonly second: number }

/** For tests: a person and an agent at work on files that are only in memory. */
export interface Session extends Started {
  readonly engine: Engine
  /** The files by path, as lines. */
  readonly files: Map<string, string[]>
  branch: Branch
  calls: number
}

/** A session on a store; `now` is its clock, which counts up by default. */
export async function startSession(store: Store, now?: () => number): Promise<Session> {
  const engine = { ...exampleEngine(store), ...(now ? { now } : {}) }
  const files = new Map(sessionPaths.map((path, at) => [path, linesOf(path, 8 + 9 * at)] as const))
  return { ...(await startConversation(engine)), engine, files: new Map<string, string[]>(files), calls: 0 }
}

/** So many lines that are told apart. */
export function linesOf(name: string, count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) => `${name} line ${at + 1}: const value${at + 1} = ${(at * 7919) % 1000}`,
  )
}

type Said = Extract<Act, { readonly length: number; readonly kind: 'ask' | 'answer' }>

function isSaid(act: Act): act is Said {
  return act.kind === 'ask' || act.kind === 'answer'
}

/** Says on the session's branch what the act makes of it. Returns the nodes. */
export async function perform(session: Session, act: Act): Promise<Node[]> {
  if (isSaid(act)) {
    const text = 'word '.repeat(act.length + 1)
    return [await speak(session, act.kind === 'ask' ? 'human' : 'model', [{ kind: 'text', text }])]
  }
  const steps = act.kind === 'both' ? [whole(act.first), whole(act.second)] : [act]
  const made = steps.map((step) => runStep(session, step))
  return [
    await speak(
      session,
      'model',
      made.map(({ call }) => call),
    ),
    ...(await inTurn(made, ({ result }) => speak(session, 'tool', [result]))),
  ]
}

/** Plans the session's next call; everything not given as the defaults have it. */
export async function planNext(
  { engine, conversation, branch }: Session,
  { settings = {}, ...more }: Partial<Omit<CallRequest, 'settings'>> & { settings?: Partial<CallSettings> } = {},
): Promise<PlannedCall | Refusal> {
  return await planCall(engine, {
    conversation,
    branch,
    model: sessionModel,
    target: 'chat-completions',
    settings: { ...defaultCallSettings, tokenBuffer: 0, ...settings },
    ...more,
  })
}

/** The measures that a session may be planned in. */
export const sessionMeasures: readonly string[] = [characters.id, estimate.id]

function speak({ engine, branch }: Session, author: 'human' | 'model' | 'tool', parts: readonly Part[]): Promise<Node> {
  return say(engine, branch, { author, parts })
}

async function inTurn<From, To>(all: readonly From[], work: (each: From) => Promise<To>): Promise<To[]> {
  const done: To[] = []
  for (const each of all) done.push(await work(each))
  return done
}

type Step = Exclude<Act, { readonly kind: 'ask' | 'answer' | 'both' }>

function whole(file: number): Step {
  return { kind: 'whole', file, numbered: true }
}

function runStep(session: Session, step: Step): { readonly call: Part; readonly result: Part } {
  const callId = `call_${++session.calls}`
  const path = 'file' in step ? (sessionPaths[step.file % sessionPaths.length] ?? '') : ''
  const { name, input, content, isError } = toolRun(session, step, path)
  return {
    call: { kind: 'tool-call', callId, name, input },
    result: { kind: 'tool-result', callId, name, content, ...(isError ? { isError } : {}) },
  }
}

interface ToolRun {
  readonly name: string
  readonly input: { readonly [key: string]: string | number }
  readonly content: readonly ResultContent[]
  readonly isError?: boolean
}

function toolRun(session: Session, step: Step, path: string): ToolRun {
  const { files } = session
  const lines = files.get(path) ?? []
  const text = (said: string): ResultContent[] => [{ kind: 'text', text: said }]
  switch (step.kind) {
    case 'whole':
      return { name: 'read', input: { path }, content: [shown(path, lines, 1, step.numbered)] }
    case 'range': {
      const from = 1 + (step.from % Math.max(1, lines.length))
      const part = lines.slice(from - 1, from - 1 + step.count)
      const range = { from, to: from + part.length - 1 }
      return { name: 'read', input: { path, from }, content: [{ ...shown(path, part, from, step.numbered), range }] }
    }
    case 'lie': {
      const range = { from: 3, to: 4 }
      return { name: 'read', input: { path }, content: [{ ...shown(path, lines, 90, step.numbered), range }] }
    }
    case 'fail':
      return { name: 'write', input: { path, content: 'never written' }, content: text('no such file'), isError: true }
    case 'write': {
      files.set(path, linesOf(`${path} anew`, step.length))
      const now = (files.get(path) ?? []).join('\n')
      const content = step.shown
        ? [{ ...shown(path, files.get(path) ?? [], 1, false), way: 'write' as const }]
        : text('ok')
      return { name: 'write', input: { path, content: now }, content }
    }
    case 'edit': {
      const at = step.line % Math.max(1, lines.length)
      const before = lines[at] ?? 'nothing'
      const after = [`${before} // changed`, ...linesOf(`${path} more ${session.calls}`, step.more ?? 0)].join('\n')
      files.set(path, lines.toSpliced(at, 1, ...after.split('\n')))
      return { name: 'edit', input: { path, old_text: before, new_text: after }, content: text(`changed ${path}`) }
    }
    case 'run': {
      const command = `run ${step.command}`
      return { name: 'bash', input: { command }, content: text(`${command} says\n`.repeat(step.length + 1)) }
    }
    default:
      return step satisfies never
  }
}

function shown(path: string, lines: readonly string[], from: number, numbered: boolean): FilePart {
  const text = lines.map((line, at) => (numbered ? `${String(from + at).padStart(6)}\t${line}` : line)).join('\n')
  return { kind: 'file', path, way: 'read', text }
}
