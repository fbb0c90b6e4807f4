import { HeddleError } from '../../core/errors.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Outcome, Verdict } from '../../history/calls/outcome.ts'
import type { Engine } from '../engine.ts'

/** What a person's word is about: a call, the newest that is done of a plan or of a branch, or the call that wrote a node. */
export type FeedbackTarget =
  | { readonly call: string }
  | { readonly plan: string }
  | { readonly node: string }
  | { readonly branch: string }

/** There is no answer that a person's word could be about. `code` is `call-not-found`. */
class NoCallThere extends HeddleError {
  readonly target: FeedbackTarget
  constructor(target: FeedbackTarget, message: string) {
    super('call-not-found', message)
    this.target = target
  }
}

/** Longer notes are cut, in characters. */
const longestNote = 10_000
/** So many of the newest calls are looked at for one that is done. */
const mostTried = 16

/**
 * Keeps a person's word on a call; the words before it stay, and the latest counts. A call that still runs or that failed is
 * nothing to judge. One that was interrupted is, where it is named. Throws `call-not-found`.
 */
export async function giveFeedback(
  engine: Engine,
  target: FeedbackTarget,
  { verdict, note = null }: { readonly verdict: Verdict; readonly note?: string | null },
): Promise<Outcome> {
  const call = await callOf(engine, target)
  const outcome: Outcome = {
    id: engine.newId(),
    call: call.id,
    plan: call.plan,
    conversation: call.conversation,
    branch: call.branch,
    verdict,
    note: note === null || note.trim() === '' ? null : [...note.trim().toWellFormed()].slice(0, longestNote).join(''),
    at: engine.now(),
  }
  await engine.store.addOutcome(outcome)
  return outcome
}

async function callOf({ store }: Engine, target: FeedbackTarget): Promise<Call> {
  const called = await candidates(store, target)
  const done = called.find(({ state }) => state === 'done')
  const found = done ?? ('branch' in target ? undefined : called.find(({ state }) => state === 'interrupted'))
  if (found) return found
  throw new NoCallThere(target, called.length > 0 ? unfit(called) : missing(target))
}

async function candidates(store: Engine['store'], target: FeedbackTarget): Promise<readonly Call[]> {
  if ('call' in target) return [await store.call(target.call)].filter((call) => call !== undefined)
  if ('node' in target) return [...(await store.callsOfNodes([target.node])).values()]
  return await store.calls({ ...target, limit: mostTried })
}

/** Why none of these calls can be judged. */
function unfit(called: readonly Call[]): string {
  const failed = called.find(({ state }) => state === 'failed')
  if (failed) return `There is no answer to judge, the call failed: ${failed.error?.message ?? 'nothing says why.'}`
  return called.some(({ state }) => state === 'running')
    ? 'The call is still running. Wait for its end.'
    : 'The answer was stopped. To judge what there is of it, name its node.'
}

function missing(target: FeedbackTarget): string {
  if ('call' in target) return `There is no call ${target.call}.`
  if ('node' in target) return `No call of a model wrote the node ${target.node}. Name one that holds an answer.`
  if ('plan' in target) return `The plan ${target.plan.slice(0, 12)} was made, and no model was called with it.`
  return 'No model was called on this branch yet. Ask one with: heddle ask TEXT'
}
