import type { Part } from '../../../core/content/part.ts'
import type { Call, Retry } from '../../../history/calls/call.ts'
import type { Node } from '../../../history/node.ts'
import type { LanguageModel, ModelCall } from '../../../models/language-model.ts'
import { ModelFailure } from '../../../models/model-failure.ts'
import { appendTo } from '../append.ts'
import type { Emit } from '../emit.ts'
import { errorOf } from '../errors.ts'
import type { Session } from '../session.ts'
import { type Answer, factsOfEnd, keptParts, noAnswer, saysSomething, withEvent } from './answer.ts'
import type { PlannedStep, Step } from './plan-step.ts'
import { waitBefore } from './retry.ts'

/** What came of a call: the record as it was stored, the answer as far as it came, and its node where there is one. */
export interface CallEnd {
  readonly call: Call
  readonly parts: readonly Part[]
  readonly faults: Answer['faults']
  readonly node: Node | null
  /** The branch had gone elsewhere, so the node stands beside it. */
  readonly isBeside: boolean
  /** Null where the answer is whole. */
  readonly failure: ModelFailure | null
}

/** What a call is made with. */
interface Making {
  readonly session: Session
  readonly request: Step['request']
  readonly model: LanguageModel
  readonly signal: AbortSignal
  readonly emit: Emit
  /** The answer is no next node of the branch: whoever asked for it does with it what they want. */
  readonly isApart?: boolean
  /** The node that is answered. */
  readonly head?: string | null
}

/**
 * Asks the model, tries again where the provider says so, and stores the answer: whole, or as far as it came. The record of the call is
 * stored before and after. Faults that are none of the model's are thrown, when the record says so.
 */
export async function makeCall(making: Making, { call: begun, prompt }: PlannedStep): Promise<CallEnd> {
  const { session, signal, emit } = making
  const { store, now } = session.engine
  await store.putCall(begun)
  emit({ kind: 'call-start', call: begun, prompt })
  const retries: Retry[] = []
  const asked: ModelCall = { ...begun.parameters, prompt, signal }
  for (let attempt = 1; ; attempt++) {
    const tried = await tryOnce(making, asked, begun.id)
    const { answer, failure } = tried
    const wait = failure && !signal.aborted ? waitBefore(failure, attempt, hasBegun(answer)) : null
    if (wait === null || failure === null) return await endCall(making, { ...begun, retries }, tried)
    const { code, message } = failure
    retries.push({ code, message, waited: wait, at: now() })
    emit({ kind: 'call-retry', call: begun.id, code, message, wait })
    await session.wait(wait, signal).catch(() => undefined)
  }
}

interface Tried {
  readonly answer: Answer
  readonly failure: ModelFailure | null
  readonly firstTokenAt: number | null
}

/** One request. An answer that is complete but says nothing is a failure, too. */
async function tryOnce({ session, model, signal, emit }: Making, asked: ModelCall, call: string): Promise<Tried> {
  let answer = noAnswer
  let firstTokenAt: number | null = null
  const ended = (failure: ModelFailure | null): Tried => ({ answer, failure, firstTokenAt })
  if (signal.aborted) return ended(new ModelFailure('aborted', 'It was stopped.'))
  try {
    for await (const event of model.stream(asked)) {
      firstTokenAt ??= event.kind === 'finish' ? null : session.engine.now()
      answer = withEvent(answer, event)
      if (event.kind === 'text-delta' || event.kind === 'reasoning-delta')
        emit({ kind: event.kind, call, text: event.text })
      if (event.kind === 'tool-input-start') {
        const { callId, name } = event
        emit({ kind: 'tool-input-start', call, callId, name })
      }
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return ended(signal.aborted ? new ModelFailure('aborted', 'It was stopped.') : error)
  }
  if (answer.end === null) return ended(new ModelFailure('cut-off', 'The answer ended in the middle.'))
  if (!saysSomething(keptParts(answer))) return ended(emptyAnswer(answer))
  return ended(null)
}

function emptyAnswer({ end }: Answer): ModelFailure {
  const why = end?.rawReason ? ` (it ended with "${end.rawReason}")` : ''
  return new ModelFailure('empty', `The model answered with nothing${why}. Ask again, or say it otherwise.`)
}

function hasBegun({ parts, begun }: Answer): boolean {
  return parts.length > 0 || begun !== ''
}

async function endCall(
  { session, request, emit, isApart = false, head }: Making,
  begun: Call,
  tried: Tried,
): Promise<CallEnd> {
  const { answer, failure, firstTokenAt } = tried
  const parts = keptParts(answer)
  const isKept = failure?.kind !== 'empty' && saysSomething(parts)
  const answered = isKept && !isApart ? answerNode(request, begun, parts) : null
  const appended = answered && (await appendTo(session.engine, request, answered, head))
  const node = appended?.node ?? null
  const call: Call = {
    ...begun,
    ...factsOfEnd(answer),
    firstTokenAt,
    endedAt: session.engine.now(),
    state: failure === null ? 'done' : failure.kind === 'aborted' ? 'interrupted' : 'failed',
    error: failure && errorOf(failure),
  }
  await session.engine.store.putCall(call)
  if (node) emit({ kind: 'node-append', node, parts })
  emit({ kind: 'call-end', call, parts: isKept ? parts : [], partial: failure !== null && isKept })
  return {
    call,
    parts: isKept ? parts : [],
    faults: answer.faults,
    node,
    isBeside: appended?.isBeside === true,
    failure,
  }
}

function answerNode(
  { agent, model }: Step['request'],
  call: Call,
  parts: readonly Part[],
): Parameters<typeof appendTo>[2] {
  return { id: call.node, author: 'model', authorId: agent?.name ?? `${model.provider}:${model.name}`, parts }
}
