import { setImmediate } from 'node:timers/promises'
import { ends } from '../../../core/content/excerpt.ts'
import { codePoints } from '../../../core/content/measure.ts'
import type { Part, ToolCallPart, ToolResultPart } from '../../../core/content/part.ts'
import type { Permitted, ToolTrace } from '../../../history/calls/tool-trace.ts'
import type { Tool, ToolOutcome } from '../../../tools/tool.ts'
import type { CallEnd } from '../call/make-call.ts'
import type { Emit } from '../emit.ts'
import type { Session } from '../session.ts'
import { permit } from './permission.ts'

/** What the tools of one answer came to: a result for each call, in the order of the calls. */
export interface ToolsEnd {
  readonly results: readonly ToolResultPart[]
  /** Where an agent went, if it went elsewhere. */
  readonly branch: string | null
}

/** What tools are run with. */
export interface Running {
  readonly session: Session
  readonly tools: readonly Tool[]
  readonly signal: AbortSignal
  readonly emit: Emit
}

/**
 * Runs the calls of an answer and stores a trace of each. Neighbours that only read run at the same time, all others one after the other. Every
 * call gets a result: also one that may not run, has a fault, names no tool, or was stopped.
 */
export async function runTools(running: Running, end: CallEnd): Promise<ToolsEnd> {
  const asked = end.parts.filter((part) => part.kind === 'tool-call')
  const done: Ended[] = []
  for (const group of groups(running.tools, asked))
    done.push(...(await Promise.all(group.map((part) => runOne(running, end, part)))))
  return {
    results: done.map(({ result }) => result),
    branch: done.findLast(({ branch }) => branch !== null)?.branch ?? null,
  }
}

/** Calls in their order: those that only read stand together, each other one alone. */
function groups(tools: readonly Tool[], asked: readonly ToolCallPart[]): ToolCallPart[][] {
  const made: ToolCallPart[][] = []
  let open = false
  for (const part of asked) {
    const readsOnly = tools.find(({ definition }) => definition.name === part.name)?.readsOnly === true
    if (open && readsOnly) made.at(-1)?.push(part)
    else made.push([part])
    open = readsOnly
  }
  return made
}

interface Ended {
  readonly result: ToolResultPart
  readonly branch: string | null
}

async function runOne(running: Running, end: CallEnd, part: ToolCallPart): Promise<Ended> {
  const { session, emit, tools } = running
  const { engine } = session
  const { callId, name, input } = part
  const tool = tools.find(({ definition }) => definition.name === name)
  const startedAt = engine.now()
  emit({ kind: 'tool-start', call: end.call.id, callId, name, input, about: tool?.describe(input) ?? name })
  await setImmediate()
  const { outcome, permitted } = await attempt(running, tool, part, faultOf(end, callId))
  const result: ToolResultPart = {
    kind: 'tool-result',
    callId,
    name,
    content: outcome.content,
    ...(outcome.isError ? { isError: true } : {}),
  }
  const trace: ToolTrace = {
    call: end.call.id,
    callId,
    name,
    input,
    permitted,
    result: await engine.store.putContent([result]),
    size: sizeOf(result),
    startedAt,
    endedAt: engine.now(),
    error: outcome.isError ? firstText(outcome) : null,
    exitCode: outcome.exitCode ?? null,
    changes: outcome.changes ?? [],
  }
  await engine.store.putToolTrace(trace)
  emit({ kind: 'tool-end', trace, parts: [result] })
  return { result, branch: outcome.branch ?? null }
}

/** Why the input of a call cannot be used, in words for the model; undefined where it can. */
function faultOf({ call, faults }: CallEnd, callId: string): string | undefined {
  const fault = faults.get(callId)
  if (fault === undefined || call.finish !== 'length') return fault
  return 'The answer was as long as it may be, and the call was cut. Do it in smaller steps.'
}

interface Attempted {
  readonly outcome: ToolOutcome
  readonly permitted: Permitted
}

async function attempt(
  { session, tools, signal }: Running,
  tool: Tool | undefined,
  part: ToolCallPart,
  fault: string | undefined,
): Promise<Attempted> {
  const { callId, name, input } = part
  if (signal.aborted) return notRun('It was not run: the turn was stopped.')
  if (!tool) return notRun(`There is no tool ${JSON.stringify(name)}. There are: ${namesOf(tools)}.`)
  if (fault !== undefined) return notRun(`The input is no JSON that fits the tool: ${fault} Call it again.`)
  const permitted = await permit(session, tool, part, signal)
  if (permitted !== 'allowed' && permitted !== 'approved') return { permitted, outcome: failed(refusals[permitted]) }
  try {
    return { permitted, outcome: await tool.run(input, { callId, signal }) }
  } catch (error) {
    if (signal.aborted) return { permitted, outcome: failed('It was stopped before it ended.') }
    return { permitted, outcome: failed(`The tool failed: ${error instanceof Error ? error.message : String(error)}`) }
  }
}

const refusals: { readonly [permitted in Exclude<Permitted, 'allowed' | 'approved'>]: string } = {
  refused: 'The person did not allow this. Go on without it, or ask what they would rather have.',
  denied: 'This tool is switched off in this workspace. Go on without it.',
  'not-asked': 'This needs a person to allow it, and nobody can be asked here. Go on without it.',
}

function notRun(message: string): Attempted {
  return { permitted: 'not-asked', outcome: failed(message) }
}

function failed(message: string): ToolOutcome {
  return { isError: true, content: [{ kind: 'text', text: message }] }
}

function namesOf(tools: readonly Tool[]): string {
  return tools.length === 0 ? 'none' : tools.map(({ definition }) => definition.name).join(', ')
}

/** How much of a failed tool's result goes into the trace; the whole is in the result. */
const longestError = 300

function firstText({ content }: ToolOutcome): string {
  const first = content.find((part) => part.kind === 'text')
  const line = first?.kind === 'text' ? (first.text.trim().split('\n', 1)[0] ?? '') : ''
  return line === '' ? 'It failed.' : ends(line, longestError)
}

function sizeOf({ content }: ToolResultPart): number {
  return content.reduce((sum, part: Part) => sum + ('text' in part ? codePoints(part.text) : 0), 0)
}
