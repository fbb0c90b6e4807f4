import type { Part } from '../../core/content/part.ts'
import type { CallRequest } from '../call-request.ts'
import { makeCall } from '../turn/call/make-call.ts'
import { planStep } from '../turn/call/plan-step.ts'
import type { Session } from '../turn/session.ts'

/** Where continuations are written: behind a node that need not be a branch's head. */
export interface Continuation
  extends Required<Pick<CallRequest, 'conversation' | 'branch' | 'head' | 'agent' | 'model'>> {
  /** The run that they belong to. */
  readonly run: string
  readonly signal: AbortSignal
}

/** What is asked where nothing is said about how to go on. */
const goOn = 'Go on from here.'

/**
 * Continuations of a node, at the same time and without tools. Each is a call of its own, whose answer is stored by whoever asked for it and
 * told to nobody. Those that fail are left out; where all do, the first failure is thrown. Throws CallRefused.
 */
export async function generateAt(
  session: Session,
  { run, signal, agent, ...place }: Continuation,
  count: number,
  instruction: string = goOn,
): Promise<readonly (readonly Part[])[]> {
  const request = { ...place, agent: agent && { ...agent, permissions: [] } }
  const question = [{ kind: 'text', text: instruction }] as const
  const model = await session.loadModel(place.model)
  const ends = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const step = await planStep(session, { request, run, number: at + 1, tools: [], question })
      return await makeCall({ session, request, model, signal, emit: () => undefined, isApart: true }, step)
    }),
  )
  const written = ends.flatMap(({ failure, parts }) => (failure ? [] : [parts.filter(({ kind }) => kind === 'text')]))
  const failed = ends.find(({ failure }) => failure !== null)?.failure
  if (written.length === 0 && failed) throw failed
  return written
}
