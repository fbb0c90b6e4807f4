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

/**
 * Runs, calls and what came of them. Every write is whole or not at all, and replaces what has the same id. Refused with:
 * `conversation-not-found`; `branch-not-found`, also where the branch is another conversation's; `call-not-found`, for what
 * came of a call that was not put before. Run, plan and node of a call need not be there. Asked for what is not there, the
 * answer is empty. A purge leaves the figures of calls and takes what may hold text, as `purge` says.
 */
export interface Calls {
  /** A stop that was asked for stays so, whatever this record says of it, until the run has ended. */
  putRun(run: Run): Promise<void>
  run(id: string): Promise<Run | undefined>
  /** Newest first, by id. */
  runs(filter: {
    readonly conversation?: string
    readonly branch?: string
    readonly states?: readonly RunState[]
    readonly limit: number
  }): Promise<readonly Run[]>
  /**
   * Puts a run in state `running`, unless another run of its branch is in that state: then nothing is written, and that one is
   * returned. Of any number of processes that claim a branch at the same time, one gets it.
   */
  claimBranch(run: Run): Promise<Run | undefined>
  /** Asks a run to stop; whoever runs it looks from time to time. Nothing happens to one that has ended. */
  askToStop(run: string): Promise<void>
  putCall(call: Call): Promise<void>
  call(id: string): Promise<Call | undefined>
  calls(filter: CallFilter): Promise<readonly Call[]>
  /** The calls whose answers are in these nodes, by node; of several, the newest. */
  callsOfNodes(nodes: readonly string[]): Promise<ReadonlyMap<string, Call>>
  /** Replaces what there is of the same call and call id. */
  putToolTrace(trace: ToolTrace): Promise<void>
  /** Of these calls, in the order in which they were begun; of those begun at the same time, as they were first put. */
  toolTraces(calls: readonly string[]): Promise<readonly ToolTrace[]>
  addOutcome(outcome: Outcome): Promise<void>
  /** Newest first, by id. */
  outcomes(filter: Omit<CallFilter, 'run' | 'model'> & { readonly call?: string }): Promise<readonly Outcome[]>
  /** Replaces that of the same call. */
  putReflection(record: ReflectionRecord): Promise<void>
  /** Newest first, by call. */
  reflections(filter: Omit<CallFilter, 'run' | 'model'>): Promise<readonly ReflectionRecord[]>
  /** Refused with `changed-meanwhile` where the version is there already. */
  addCalibration(calibration: Calibration): Promise<void>
  /** Of one model or of all, the last added first. */
  calibrations(model?: string): Promise<readonly Calibration[]>
}
