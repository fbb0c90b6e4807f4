import type { Call } from '../../history/calls/call.ts'
import type { Run } from '../../history/calls/run.ts'
import type { Calls } from '../call-store.ts'
import { BranchNotFound, CallNotFound, ChangedMeanwhile, ConversationNotFound } from '../errors.ts'
import type { State } from './state.ts'

/** Runs and calls in memory: every question goes through all of them. */
export function memoryCalls(state: State): Calls {
  const { runs, calls, toolTraces, outcomes, reflections, calibrations } = state
  const checkPlace = ({ conversation, branch }: Pick<Call, 'conversation' | 'branch'>): void => {
    if (!state.conversations.has(conversation)) throw new ConversationNotFound(conversation)
    if (state.branches.get(branch)?.conversation !== conversation) throw new BranchNotFound(branch)
  }
  const checkCall = (id: string): void => {
    if (!calls.has(id)) throw new CallNotFound(id)
  }
  const put = (run: Run): void => {
    checkPlace(run)
    const held = runs.get(run.id)
    const stopAsked = run.stopAsked || (held !== undefined && isLive(held) && held.stopAsked)
    runs.set(run.id, structuredClone({ ...run, stopAsked }))
  }
  return {
    putRun: async (run) => put(run),
    run: async (id) => runs.get(id),
    runs: async ({ states, limit, ...filter }) =>
      newest(runs, filter, runs.size, ({ id }) => id)
        .filter(({ state }) => states?.includes(state) ?? true)
        .slice(0, limit),
    claimBranch: async (run) => {
      checkPlace(run)
      const other = newest(runs, { branch: run.branch, state: 'running' }, runs.size, ({ id }) => id).find(
        ({ id }) => id !== run.id,
      )
      if (!other) put({ ...run, state: 'running' })
      return other
    },
    askToStop: async (id) => {
      const held = runs.get(id)
      if (held && isLive(held)) runs.set(id, { ...held, stopAsked: true })
    },
    putCall: async (call) => {
      checkPlace(call)
      calls.set(call.id, structuredClone(call))
    },
    call: async (id) => calls.get(id),
    calls: async ({ limit, model, ...filter }) => {
      const all = newest(calls, filter, calls.size, ({ id }) => id)
      return all.filter((call) => model === undefined || modelOf(call) === model).slice(0, limit)
    },
    callsOfNodes: async (nodes) => {
      const asked = new Set(nodes)
      const all = newest(calls, {}, calls.size, ({ id }) => id).filter(({ node }) => asked.has(node))
      return new Map(all.reverse().map((call) => [call.node, call]))
    },
    putToolTrace: async (trace) => {
      checkCall(trace.call)
      toolTraces.set(`${trace.call}\n${trace.callId}`, structuredClone(trace))
    },
    toolTraces: async (ids) => {
      const asked = new Set(ids)
      return [...toolTraces.values()].filter(({ call }) => asked.has(call)).sort((a, b) => a.startedAt - b.startedAt)
    },
    addOutcome: async (outcome) => {
      checkPlace(outcome)
      checkCall(outcome.call)
      outcomes.set(outcome.id, { ...outcome })
    },
    outcomes: async ({ limit, ...filter }) => newest(outcomes, filter, limit, ({ id }) => id),
    putReflection: async (record) => {
      checkPlace(record)
      checkCall(record.call)
      reflections.set(record.call, structuredClone(record))
    },
    reflections: async ({ limit, ...filter }) => newest(reflections, filter, limit, ({ call }) => call),
    addCalibration: async (calibration) => {
      const { model, version } = calibration
      if (calibrations.some((held) => held.model === model && held.version === version))
        throw new ChangedMeanwhile(model)
      calibrations.push({ ...calibration })
    },
    calibrations: async (model) =>
      calibrations.filter((calibration) => model === undefined || calibration.model === model).reverse(),
  }
}

function isLive({ state }: Run): boolean {
  return state === 'queued' || state === 'running'
}

function modelOf({ provider, model }: Call): string {
  return `${provider}:${model}`
}

/** Those that have everything that is given, by id from the last. */
function newest<Held extends object>(
  held: ReadonlyMap<string, Held>,
  given: { readonly [key in keyof Held]?: Held[key] | undefined },
  limit: number,
  idOf: (one: Held) => string,
): Held[] {
  const asked = Object.entries(given).filter(([, value]) => value !== undefined)
  return [...held.values()]
    .filter((one) => asked.every(([key, value]) => one[key as keyof Held] === value))
    .sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1))
    .slice(0, limit)
}
