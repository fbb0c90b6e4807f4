import type { Part } from '../../core/content/part.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Branch } from '../../history/node.ts'
import type { Engine } from '../engine.ts'
import { say } from '../say.ts'

/** For tests: an answer of a model on a branch, and the call that it came of. */
export async function answered(
  engine: Engine,
  branch: Branch,
  parts: readonly Part[],
  more: Partial<Call> = {},
): Promise<Call> {
  const node = await say(engine, branch, { author: 'model', parts })
  const call: Call = {
    id: engine.newId(),
    run: 'run',
    step: 1,
    conversation: branch.conversation,
    branch: branch.id,
    plan: 'plan',
    request: 'request',
    provider: 'test',
    model: 'model',
    parameters: {},
    state: 'done',
    startedAt: 1,
    firstTokenAt: 2,
    endedAt: 3,
    finish: 'stop',
    rawFinish: null,
    usage: null,
    rawUsage: null,
    responseId: null,
    responseModel: null,
    retries: [],
    error: null,
    node: node.id,
    estimate: { measure: 'characters', size: 1, messages: 1, perMessage: 0, features: null },
    ...more,
  }
  await engine.store.putCall(call)
  return call
}
