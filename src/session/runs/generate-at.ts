import type { Part } from '../../core/content/part.ts'
import type { ModelRequest } from '../../core/render/targets/model-message.ts'
import type { CallRequest } from '../call-request.ts'
import { planCall } from '../plan-call.ts'
import { keptParts, noAnswer, saysSomething, withEvent } from '../turn/call/answer.ts'
import { CallRefused } from '../turn/errors.ts'
import type { Session } from '../turn/session.ts'

/** Where continuations are written: behind a node that need not be a branch's head. */
export type Continuation = Required<Pick<CallRequest, 'conversation' | 'branch' | 'head' | 'agent' | 'model'>>

/**
 * Continuations of a node, at the same time and without tools; stored by whoever asked for them. Those that fail are left out; where
 * all do, the first failure is thrown. Throws CallRefused.
 */
export async function generateAt(
  session: Session,
  place: Continuation,
  count: number,
  instruction?: string,
): Promise<readonly (readonly Part[])[]> {
  const question = instruction ?? 'Go on from here.'
  const planned = await planCall(session.engine, {
    ...place,
    agent: place.agent && { ...place.agent, permissions: [] },
    question: [{ kind: 'text', text: question }],
    tools: [],
    target: 'ai-sdk',
  })
  if (planned.kind === 'refusal') throw new CallRefused(planned)
  const model = await session.loadModel(place.model)
  const prompt = planned.rendered.request as unknown as ModelRequest
  const asked = await Promise.allSettled(
    Array.from({ length: count }, async () => {
      let answer = noAnswer
      const signal = new AbortController().signal
      for await (const event of model.stream({ prompt, signal })) answer = withEvent(answer, event)
      return keptParts(answer).filter(({ kind }) => kind === 'text')
    }),
  )
  const written = asked.flatMap((each) =>
    each.status === 'fulfilled' && saysSomething(each.value) ? [each.value] : [],
  )
  const failed = asked.find((each) => each.status === 'rejected')
  if (written.length === 0 && failed) throw failed.reason
  return written
}
