import type { Branch } from '../../history/node.ts'
import { fork } from '../say.ts'
import { appendTo } from '../turn/append.ts'
import { refuseBusy } from '../turn/begin-run.ts'
import type { Session } from '../turn/session.ts'
import type { TurnRequest } from '../turn/turn-request.ts'
import { type RunEnd, runAll } from './run-all.ts'

/** Answers beside one another: the branch of each, the request's first. */
export interface Generated {
  readonly branches: readonly Branch[]
  readonly ends: readonly RunEnd[]
}

/**
 * Asks for so many answers to the same, at the same time: the first on the request's branch, each other one on a fork of it. What the person
 * says is stored once, before. Throws BranchBusy.
 */
export async function generate(
  session: Session,
  { message, ...request }: TurnRequest,
  count: number,
  options: { readonly parallel?: number } = {},
): Promise<Generated> {
  const { engine } = session
  await refuseBusy(session, request.branch.id)
  if (message) await appendTo(engine, request, { author: 'human', parts: message })
  const first = (await engine.store.branch(request.branch.id)) ?? request.branch
  const taken = new Set((await engine.store.branches(first.conversation)).map(({ name }) => name))
  const branches = [first]
  for (let number = 2; branches.length < count; number++) {
    const name = `${first.name}-${number}`
    if (!taken.has(name)) branches.push(await fork(engine, first, name))
  }
  const ends = await runAll(
    session,
    branches.map((branch) => ({ request: { ...request, branch } })),
    options,
  )
  return { branches, ends }
}
