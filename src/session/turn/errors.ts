import { HeddleError } from '../../core/errors.ts'
import type { Refusal } from '../../core/refusal.ts'
import { describeRefusal } from '../../core/refusal.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Run } from '../../history/calls/run.ts'
import type { Node } from '../../history/node.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import { ModelFailure } from '../../models/model-failure.ts'
import { longestWait } from './call/retry.ts'

/** Another run is at work on the branch. */
export class BranchBusy extends HeddleError {
  readonly runId: string
  constructor({ id }: Run) {
    super(
      'branch-busy',
      `A run is at work on this branch. Wait for it, stop it with: heddle runs stop ${id.toLowerCase()}, or fork the branch.`,
    )
    this.runId = id
  }
}

/** A model is asked in dialogues; a document is no dialogue. */
export class DocumentAsked extends HeddleError {
  constructor() {
    super(
      'document-asked',
      'This conversation is a document (mode buffer). Models are asked in dialogues: begin one with --new.',
    )
  }
}

/** A call that cannot be planned. The code is the refusal's. */
export class CallRefused extends HeddleError {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code, describeRefusal(refusal))
    this.refusal = refusal
  }
}

/** Somebody moved the branch while a turn was made on it. What the turn had to say stands beside it. */
export class BranchMoved extends HeddleError {
  readonly nodeId: string | null
  constructor(node: Node | null) {
    super(
      'branch-moved',
      node === null
        ? 'The branch was moved while the turn was made, so it ends here.'
        : `The branch was moved while the turn was made. Its answer stands beside it: ${node.shortId}.`,
    )
    this.nodeId = node?.id ?? null
  }
}

/** A request that was too long, also when it was made smaller. The code is that of the failure. */
export class StillTooLong extends HeddleError {
  constructor({ provider, name }: ModelFacts, { code, message }: ModelFailure) {
    super(
      code,
      `${message} Less was sent once more, in vain; heddle explain shows what. Send less with --budget, or say how much fits: heddle config set models.${provider}:${name}.window TOKENS`,
    )
  }
}

/** Answers that were cut in the middle of a tool call, again and again. */
export class AnswerTooLong extends HeddleError {
  constructor({ parameters }: Call) {
    super(
      'answer-too-long',
      `The model's tool calls are longer than its answers may be (${String(parameters.maxOutputTokens)} tokens), so they came cut. Ask for smaller steps, or allow longer answers.`,
    )
  }
}

/** A turn that took as many calls as it may. */
export class TooManySteps extends HeddleError {
  readonly steps: number
  constructor(steps: number) {
    super(
      'too-many-steps',
      `The turn was ended after ${steps} calls. Go on with: heddle ask --continue, or allow more with --max-steps.`,
    )
    this.steps = steps
  }
}

/** What is kept of an error with a run or a call. */
export function errorOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof ModelFailure && (error.retryAfter ?? 0) > longestWait) {
    const hours = (error.retryAfter ?? 0) / 3_600_000
    const wait = hours >= 1 ? `${hours.toFixed(1)} h` : `${Math.ceil(hours * 60)} min`
    return { code: error.code, message: `${error.message} It asks to wait ${wait}.` }
  }
  if (error instanceof HeddleError) return { code: error.code, message: error.message }
  return { code: 'fault', message: error instanceof Error ? error.message : String(error) }
}
