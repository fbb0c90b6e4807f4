import { HeddleError } from '../../core/errors.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Outcome, Verdict } from '../../history/calls/outcome.ts'
import type { Engine } from '../engine.ts'

/** What a person's word is about: a call, the newest call of a plan, the call that wrote a node, or the newest of a branch. */
export type FeedbackTarget =
  | { readonly call: string }
  | { readonly plan: string }
  | { readonly node: string }
  | { readonly branch: string }

/** There is no call that a person's word could be about. `code` is `call-not-found`. */
export class NoCallThere extends HeddleError {
  readonly target: FeedbackTarget
  constructor(target: FeedbackTarget, message: string) {
    super('call-not-found', message)
    this.target = target
  }
}

/** Longer notes are cut, in characters. */
const longestNote = 10_000
/** So many of the newest calls are looked at for one that has ended. */
const mostTried = 16

/**
 * Keeps a person's word on a call; the words before it stay, and the latest counts. A call that still runs is nothing to judge.
 * Throws `call-not-found`.
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
  const found = called.find(({ state }) => state !== 'running')
  if (found) return found
  throw new NoCallThere(target, called.length > 0 ? 'The call is still running. Wait for its end.' : missing(target))
}

async function candidates(store: Engine['store'], target: FeedbackTarget): Promise<readonly Call[]> {
  if ('call' in target) return [await store.call(target.call)].filter((call) => call !== undefined)
  if ('node' in target) return [...(await store.callsOfNodes([target.node])).values()]
  return await store.calls({ ...target, limit: mostTried })
}

function missing(target: FeedbackTarget): string {
  if ('call' in target) return `There is no call ${target.call}.`
  if ('node' in target) return `No call of a model wrote the node ${target.node}. Name one that holds an answer.`
  if ('plan' in target) return `The plan ${target.plan.slice(0, 12)} was made, and no model was called with it.`
  return 'No model was called on this branch yet. Ask one with: heddle ask TEXT'
}
