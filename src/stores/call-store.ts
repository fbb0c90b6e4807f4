import type { Call } from '../history/calls/call.ts'
import type { Calibration, Outcome, ReflectionRecord } from '../history/calls/outcome.ts'
import type { Run, RunState } from '../history/calls/run.ts'
import type { ToolTrace } from '../history/calls/tool-trace.ts'

/** Which of them, newest first, by id; everything that is given must hold. */
export interface CallFilter {
  readonly conversation?: string
  readonly branch?: string
  readonly run?: string
  readonly plan?: string
  /** `provider:model`. */
  readonly model?: string
  readonly limit: number
}

/** Runs, calls and what came of them. Every write is whole or not at all, and replaces what has the same id. */
export interface Calls {
  putRun(run: Run): Promise<void>
  run(id: string): Promise<Run | undefined>
  /** Newest first. */
  runs(filter: {
    readonly conversation?: string
    readonly branch?: string
    readonly states?: readonly RunState[]
    readonly limit: number
  }): Promise<readonly Run[]>
  /**
   * Puts a run in state `running`, unless another run of its branch is in that state: then nothing is written, and that one is
   * returned. Refused with `branch-not-found`.
   */
  claimBranch(run: Run): Promise<Run | undefined>
  /** Asks a run to stop; whoever runs it looks from time to time. Nothing happens to one that has ended. */
  askToStop(run: string): Promise<void>
  putCall(call: Call): Promise<void>
  call(id: string): Promise<Call | undefined>
  calls(filter: CallFilter): Promise<readonly Call[]>
  /** The calls whose answers are in these nodes, by node. */
  callsOfNodes(nodes: readonly string[]): Promise<ReadonlyMap<string, Call>>
  putToolTrace(trace: ToolTrace): Promise<void>
  /** Of these calls, in the order in which they were begun. */
  toolTraces(calls: readonly string[]): Promise<readonly ToolTrace[]>
  addOutcome(outcome: Outcome): Promise<void>
  /** Newest first. */
  outcomes(filter: Omit<CallFilter, 'run' | 'model'> & { readonly call?: string }): Promise<readonly Outcome[]>
  putReflection(record: ReflectionRecord): Promise<void>
  /** Newest first. */
  reflections(filter: Omit<CallFilter, 'run' | 'model'>): Promise<readonly ReflectionRecord[]>
  /** Refused with `changed-meanwhile` where the version is there already. */
  addCalibration(calibration: Calibration): Promise<void>
  /** Of one model or of all, newest first. */
  calibrations(model?: string): Promise<readonly Calibration[]>
}
