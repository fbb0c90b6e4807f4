import { z } from 'zod'
import type { BranchStates } from '../../stores/store.ts'
import { emptyMemory, type Memory } from '../state/memory.ts'
import type { HeaderState } from '../state/sent-headers.ts'
import type { Action } from '../texts/memory.ts'

const memoryKey = 'loom:memory'
const actionsKey = 'loom:actions'
const headersKey = 'loom:headers'

const item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('node'), node: z.string() }),
  z.object({ kind: z.literal('note'), text: z.string() }),
])
const memory = z.object({
  pins: z.array(z.string()),
  stashes: z.array(z.object({ label: z.string(), items: z.array(item), recalled: z.boolean() })),
})
const actions = z.array(z.object({ name: z.string(), about: z.string(), outcome: z.string(), at: z.number() }))
const headerState = z.object({ headers: z.string(), sent: z.array(z.string()) })

/** What the agent keeps by it on a branch. */
export async function readMemory(store: BranchStates, branch: string): Promise<Memory> {
  return memory.safeParse(await store.branchState(branch, memoryKey)).data ?? emptyMemory
}

/** Keeps the memory of a branch; its forks keep theirs. */
export async function writeMemory(store: BranchStates, branch: string, value: Memory, at: number): Promise<void> {
  await store.setBranchState(branch, memoryKey, memory.parse(value), at)
}

/** The last actions on a branch, oldest first. */
export async function readActions(store: BranchStates, branch: string): Promise<readonly Action[]> {
  return actions.safeParse(await store.branchState(branch, actionsKey)).data ?? []
}

/** Keeps the last actions of a branch. */
export async function writeActions(
  store: BranchStates,
  branch: string,
  value: readonly Action[],
  at: number,
): Promise<void> {
  await store.setBranchState(branch, actionsKey, actions.parse(value), at)
}

/** The headers that were sent last on a branch, or where it was forked from. */
export async function readHeaderState(store: BranchStates, branch: string): Promise<HeaderState | undefined> {
  return headerState.safeParse(await store.branchState(branch, headersKey)).data
}

/** Keeps what was sent. */
export async function writeHeaderState(
  store: BranchStates,
  branch: string,
  value: HeaderState,
  at: number,
): Promise<void> {
  await store.setBranchState(branch, headersKey, headerState.parse(value), at)
}
