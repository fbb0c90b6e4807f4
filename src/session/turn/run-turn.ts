import type { Part } from '../../core/content/part.ts'
import type { Call, FinishReason } from '../../history/calls/call.ts'
import type { Run, RunState } from '../../history/calls/run.ts'
import type { Node } from '../../history/node.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import { ModelFailure } from '../../models/model-failure.ts'
import type { Tool } from '../../tools/tool.ts'
import { appendTo } from './append.ts'
import { beginRun, watchForStop } from './begin-run.ts'
import { isFirstCut } from './call/first-cut.ts'
import { type CallEnd, makeCall } from './call/make-call.ts'
import { type PlannedStep, planStep } from './call/plan-step.ts'
import { type Correction, correctionOf, rememberWindow } from './call/too-long.ts'
import { type Emit, emitter } from './emit.ts'
import {
  AnswerTooLong,
  BranchMoved,
  CallRefused,
  DocumentAsked,
  errorOf,
  StillTooLong,
  TooManySteps,
} from './errors.ts'
import type { Session } from './session.ts'
import { shortenLongResults } from './tools/long-results.ts'
import { runTools } from './tools/run-tools.ts'
import { defaultMaxSteps, type TurnRequest, type TurnResult } from './turn-request.ts'

/**
 * Makes a turn: stores what the person says, then plans, calls, runs tools and stores results, until the model stops calling them. What
 * fails ends the turn with state `failed` and an error in its run; what was stored until then stays. Throws BranchBusy, DocumentAsked, and
 * faults, when the run says so.
 */
export async function runTurn(session: Session, request: TurnRequest): Promise<TurnResult> {
  if (request.conversation.mode === 'buffer') throw new DocumentAsked()
  const run = await beginRun(session, request)
  const emit = emitter(session, run.id)
  const { provider, name } = request.model
  const { conversation, branch } = run
  const agent = request.agent?.name
  emit({
    kind: 'turn-start',
    conversation,
    branch,
    provider,
    model: name,
    ...(agent === undefined ? {} : { agent }),
  })
  const stop = new AbortController()
  const ended = new AbortController()
  const watching = watchForStop(session, run.id, ended.signal, () => stop.abort())
  const signal = request.signal ? AbortSignal.any([request.signal, stop.signal]) : stop.signal
  const turn: Turn = { session, request, run, signal, emit, calls: [], last: null, branch, head: null }
  try {
    await steps(turn)
    return await endRun(turn, 'done', null)
  } catch (error) {
    if (error instanceof TurnEnd) return await endRun(turn, signal.aborted ? 'stopped' : 'failed', error.cause)
    await endRun(turn, 'failed', error)
    throw error
  } finally {
    ended.abort()
    await watching
  }
}

/** A turn while it is made. */
interface Turn {
  readonly session: Session
  readonly request: TurnRequest
  readonly run: Run
  readonly signal: AbortSignal
  readonly emit: Emit
  readonly calls: Call[]
  last: CallEnd | null
  branch: string
  /** Where the branch ends, as far as this turn knows. */
  head: string | null
}

/** Ends a turn for a reason that is no fault of ours; the cause says which. */
class TurnEnd extends Error {
  constructor(cause: unknown) {
    super('the turn ended', { cause })
  }
}

async function steps(turn: Turn): Promise<void> {
  const { session, request, signal, emit } = turn
  const { engine } = session
  const { message, conversation, branch, agent = null, model, maxSteps = defaultMaxSteps } = request
  const language = await loadModel(turn)
  turn.head = (await engine.store.branch(branch.id))?.head ?? null
  if (message) await append(turn, 'human', message)
  const tools = (await session.tools?.at({ run: turn.run.id, conversation, branch, agent, model })) ?? []
  let cut = 0
  for (let number = 1; number <= maxSteps; number++) {
    if (signal.aborted) throw new TurnEnd(new ModelFailure('aborted', 'It was stopped.'))
    const end = await callOnce(turn, language, tools, number)
    if (end.failure) throw new TurnEnd(end.failure)
    await session.afterCall?.(end.call, end.parts).catch(() => undefined)
    if (!end.parts.some(({ kind }) => kind === 'tool-call')) return
    cut = isCutCall(end) ? cut + 1 : 0
    if (cut === mostCutCalls) throw new TurnEnd(new AnswerTooLong(end.call))
    const ran = await runTools({ session, tools, signal, emit }, end)
    const node = await append(turn, 'tool', ran.results)
    await shortenLongResults(engine, branch, node, ran.results)
    turn.branch = ran.branch ?? turn.branch
  }
  throw new TurnEnd(new TooManySteps(maxSteps))
}

/** So many answers in a row may be cut in the middle of a call. */
const mostCutCalls = 3

/** Whether an answer was as long as it may be, and so the input of a call in it is not whole. */
function isCutCall({ call, faults }: CallEnd): boolean {
  return call.finish === 'length' && faults.size > 0
}

async function loadModel({ session, request }: Turn): Promise<LanguageModel> {
  try {
    return await session.loadModel(request.model)
  } catch (error) {
    throw error instanceof ModelFailure ? new TurnEnd(error) : error
  }
}

/** One call; one that was too long is planned again, smaller, once. What that taught is kept where it held. */
async function callOnce(turn: Turn, model: LanguageModel, tools: readonly Tool[], number: number): Promise<CallEnd> {
  const first = await planned(turn, tools, number)
  const end = await made(turn, model, first)
  if (end.failure?.kind !== 'too-long') return end
  const correction = correctionOf(first.planned.plan, end.failure, Number(first.call.parameters.maxOutputTokens))
  const again = await made(turn, model, await planned(turn, tools, number, correction))
  const { session, request } = turn
  // Where nobody says how much fits, every failure says that it is less.
  const isLearned = again.failure === null || (again.failure.kind === 'too-long' && !end.failure.figures)
  if (isLearned) await rememberWindow(session.engine, request.branch.id, request.model, correction.window)
  if (again.failure?.kind === 'too-long') throw new TurnEnd(new StillTooLong(request.model, again.failure))
  return again
}

async function planned(
  turn: Turn,
  tools: readonly Tool[],
  number: number,
  correction?: Correction,
): Promise<PlannedStep> {
  const { session, request, run, emit } = turn
  const { engine } = session
  if (((await engine.store.branch(run.branch))?.head ?? null) !== turn.head) throw new TurnEnd(new BranchMoved(null))
  const definitions = tools.map(({ definition }) => definition)
  const corrected = correction === undefined ? {} : { correction }
  const from = engine.now()
  try {
    const step = await planStep(session, { request, run: run.id, number, tools: definitions, ...corrected })
    const { plan } = step.planned
    const firstCut = await isFirstCut(engine, run.branch, plan)
    emit({ kind: 'plan-end', plan, took: engine.now() - from, firstCut })
    return step
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    emit({ kind: 'plan-refuse', refusal: error.refusal })
    throw new TurnEnd(error)
  }
}

async function made(turn: Turn, model: LanguageModel, step: PlannedStep): Promise<CallEnd> {
  const { session, request, signal, emit, head } = turn
  const end = await makeCall({ session, request, model, signal, emit, head }, step)
  turn.calls.push(end.call)
  turn.last = end
  if (end.isBeside) throw new TurnEnd(new BranchMoved(end.node))
  if (end.node) turn.head = end.node.id
  return end
}

async function append(turn: Turn, author: 'human' | 'tool', parts: readonly Part[]): Promise<Node> {
  const { session, request, emit, head } = turn
  const { node, isBeside } = await appendTo(session.engine, request, { author, parts }, head)
  emit({ kind: 'node-append', node, parts })
  if (isBeside) throw new TurnEnd(new BranchMoved(node))
  turn.head = node.id
  return node
}

async function endRun(turn: Turn, state: RunState, error: unknown): Promise<TurnResult> {
  const { session, request, run, emit, calls, last, branch } = turn
  const { store, now } = session.engine
  const said = error === null ? null : errorOf(error)
  const ended: Run = { ...run, state, endedAt: now(), error: said }
  await store.putRun(ended)
  const conversation = await store.conversation(request.conversation.id)
  if (conversation) await store.updateConversation({ ...conversation, updatedAt: now() })
  emit({ kind: 'turn-end', state, steps: calls.length, error: said, branch })
  const finish: FinishReason | null = last?.call.finish ?? null
  return { run: ended, calls, parts: last?.parts ?? [], finish, branch }
}
