import type { CallFilter } from '../../stores/call-store.ts'
import type { Store } from '../../stores/store.ts'
import { sampleCall, sampleOutcome, sampleRun, sampleTrace } from '../store-contract/calls/sample-calls.ts'
import { sampleConversation, sampleId } from '../store-contract/samples.ts'
import type { CallStep } from './call-steps.ts'

/** Two branches of one conversation, one of another, and one that is in the wrong conversation. */
const [first, main] = sampleConversation(1)
const [second, other] = sampleConversation(2)
const places = [
  { conversation: first.id, branch: main.id },
  { conversation: first.id, branch: 'fork' },
  { conversation: second.id, branch: other.id },
  { conversation: second.id, branch: main.id },
]
const nowhere = { conversation: 'nowhere', branch: 'nowhere' }

/** Runs steps on an empty store, and returns everything it answered; errors by their code. */
export async function callAnswers(store: Store, steps: readonly CallStep[]): Promise<unknown[]> {
  await store.createConversation(first, main)
  await store.createConversation(second, other)
  await store.createBranch({ ...main, id: 'fork', name: 'fork', parent: main.id })
  const answered: unknown[] = []
  for (const [at, step] of steps.entries()) {
    try {
      answered.push(await answer(store, step, at))
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      answered.push({ error: error.code })
    }
  }
  return [...answered, (await store.stats()).calls]
}

function placeAt(number: number): (typeof places)[number] {
  return places[number] ?? nowhere
}

function runAt(number: number): string {
  return sampleId(100 + number)
}

function callAt(number: number): string {
  return sampleId(200 + number)
}

async function answer(store: Store, step: CallStep, at: number): Promise<unknown> {
  switch (step.kind) {
    case 'run':
    case 'claim': {
      const run = sampleRun(100 + step.number, placeAt(step.place), {
        state: step.state,
        stopAsked: step.stopAsked,
        attempts: at,
      })
      return step.kind === 'run' ? store.putRun(run) : store.claimBranch(run)
    }
    case 'stop':
      return store.askToStop(runAt(step.number))
    case 'call': {
      const { state, model } = step
      const call = { state, model, run: runAt(step.run), plan: planAt(step.plan), node: `node ${step.node}`, step: at }
      return store.putCall(sampleCall(200 + step.number, placeAt(step.place), call))
    }
    case 'trace':
      return store.putToolTrace(sampleTrace(callAt(step.number), step.callId, step.startedAt, { size: at }))
    case 'outcome': {
      const call = sampleCall(200 + step.call, placeAt(step.place))
      return store.addOutcome(sampleOutcome(300 + step.number, call, { verdict: step.verdict, at }))
    }
    case 'reflection': {
      const { conversation, branch } = placeAt(step.place)
      const call = callAt(step.call)
      return store.putReflection({ conversation, branch, call, plan: planAt(step.plan), reflection: { at }, at })
    }
    case 'calibration': {
      const { model, version } = step
      return store.addCalibration({ model, version, measure: 'm', calls: at, error: 0, at })
    }
    case 'ask':
      return ask(store, step)
    default:
      return step satisfies never
  }
}

async function ask(store: Store, step: Extract<CallStep, { readonly kind: 'ask' }>): Promise<unknown> {
  const { limit, model, states, numbers } = step
  const place = {
    ...(step.conversation === undefined
      ? {}
      : { conversation: [first.id, second.id, 'nowhere'][step.conversation] ?? 'nowhere' }),
    ...(step.branch === undefined ? {} : { branch: placeAt(step.branch).branch }),
    limit,
  }
  const planned = { ...place, ...(step.plan === undefined ? {} : { plan: planAt(step.plan) }) }
  const filter: CallFilter = {
    ...planned,
    ...(step.run === undefined ? {} : { run: runAt(step.run) }),
    ...(model === undefined ? {} : { model: `made:${model}` }),
  }
  return [
    await store.runs({ ...place, ...(states === undefined ? {} : { states }) }),
    await Promise.all(numbers.map((number) => store.run(runAt(number)))),
    await store.calls(filter),
    await Promise.all(numbers.map((number) => store.call(callAt(number)))),
    await store.callsOfNodes(numbers.map((number) => `node ${number}`)),
    await store.toolTraces(numbers.map(callAt)),
    await store.outcomes({ ...planned, ...(step.call === undefined ? {} : { call: callAt(step.call) }) }),
    await store.reflections(planned),
    await store.calibrations(model),
  ]
}

function planAt(number: number): string {
  return String(number).repeat(64)
}
