import type { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import { HeddleError } from '../../core/errors.ts'
import { readActions, writeActions } from '../aware/branch-state.ts'
import { withAction } from '../state/memory.ts'
import { OperationRefused } from './errors.ts'
import type { Done, Loom, LoomEngine, Operation } from './operation.ts'
import { operations } from './operations.ts'
import { toolPrefix } from './tools.ts'

/** What went wrong: a code for programs, what it is, and what to do. */
export interface OperationError {
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** What came of an operation. `branch` is where the agent is now. */
export type Outcome =
  | { readonly ok: true; readonly result: Json; readonly branch: string }
  | { readonly ok: false; readonly error: OperationError; readonly branch: string }

/**
 * Runs an operation by its name, or that of its tool, on a branch, and notes it among the branch's last actions. What is
 * refused comes back as an outcome with a code; only faults are thrown. What changes an agent's memory reads it first: run
 * the calls of one branch one after the other.
 */
export async function runOperation(engine: LoomEngine, given: Loom, name: string, input: unknown): Promise<Outcome> {
  const branch = (await engine.store.branch(given.branch.id)) ?? given.branch
  const loom: Loom = { ...given, branch }
  const plain = name.startsWith(toolPrefix) ? name.slice(toolPrefix.length) : name
  const outcome = await attempt(engine, loom, plain, input)
  const action = {
    name: plain.slice(0, 40),
    about: aboutOf(input),
    outcome: outcome.ok ? 'ok' : outcome.error.code,
    at: engine.now(),
  }
  for (const id of new Set([branch.id, outcome.branch]))
    await writeActions(engine.store, id, withAction(await readActions(engine.store, id), action), action.at)
  return outcome
}

async function attempt(engine: LoomEngine, loom: Loom, name: string, input: unknown): Promise<Outcome> {
  try {
    const done = await perform(engine, loom, name, input)
    return { ok: true, result: done.result, branch: done.branch ?? loom.branch.id }
  } catch (error) {
    if (!(error instanceof HeddleError)) throw error
    const { code, message } = error
    const hint = error instanceof OperationRefused ? error.hint : (hints[code] ?? 'Nothing was changed.')
    return { ok: false, error: { code, message, hint }, branch: loom.branch.id }
  }
}

/** What can be done about what the store refuses. */
const hints: { readonly [code: string]: string } = {
  cycle: 'A node cannot be linked to itself.',
  'ambiguous-path': 'The person has to choose the way into that node first.',
  'search-syntax': 'Use words, and quotes in pairs.',
}

async function perform(engine: LoomEngine, loom: Loom, name: string, input: unknown): Promise<Done> {
  const operation = operations.find((each) => each.name === name)
  if (!operation) {
    const names = permitted(loom).map((each) => each.name)
    throw new OperationRefused(
      'unknown-operation',
      `There is no operation ${JSON.stringify(name)}.`,
      names.length === 0 ? 'None is permitted here.' : `There are ${names.join(', ')}.`,
    )
  }
  if (!loom.permissions.includes(operation.permission))
    throw new OperationRefused(
      'not-permitted',
      `${name} needs the permission ${operation.permission}, which this agent does not have.`,
      'Go on without it, or ask the person to grant it.',
    )
  const checked = operation.input.safeParse(input ?? {})
  if (!checked.success) throw invalid(checked.error.issues)
  return await operation.run(engine, loom, checked.data)
}

function permitted({ permissions }: Loom): Operation[] {
  return operations.filter(({ permission }) => permissions.includes(permission))
}

function invalid(issues: readonly z.core.$ZodIssue[]): OperationRefused {
  const said = issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  const isTooMany = issues.every((issue) => issue.code === 'too_big' && issue.origin !== 'string')
  return new OperationRefused(
    isTooMany ? 'too-many' : 'invalid-input',
    `The input cannot be used: ${said.join('; ')}.`,
    isTooMany ? 'Ask for less.' : 'Look at the input schema of the tool.',
  )
}

/** What an operation is about, for the trace: the first text in its input. */
function aboutOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const text = Object.values(input).find((value) => typeof value === 'string')
  return typeof text === 'string' ? [...text.slice(0, 80)].slice(0, 40).join('') : ''
}
