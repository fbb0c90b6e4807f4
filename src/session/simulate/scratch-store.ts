import { digestText } from '../../core/content/digest.ts'
import { canonicalJson, type Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { Contents, Store, StoredPlan } from '../../stores/store.ts'
import { ScratchOnly } from './errors.ts'
import { scratchNotes } from './scratch-notes.ts'

/** What a plan goes on from is in the newest of them; more are not kept, so that memory does not grow with the calls. */
const mostPlans = 8
const mostDocuments = 64

const writes = [
  'createConversation',
  'updateConversation',
  'createBranch',
  'moveBranch',
  'mark',
  'addEdge',
  'select',
  'prune',
  'restore',
  'bookmark',
  'tag',
  'visit',
  'putAgent',
  'deleteAgent',
  'putRun',
  'claimBranch',
  'askToStop',
  'putCall',
  'putToolTrace',
  'addOutcome',
  'putReflection',
  'addCalibration',
] as const satisfies readonly (keyof Store)[]

/**
 * A store in front of another: what is planned on it, and noted by that, stays in memory, and the other is only read. It knows
 * the plans that were made on it and no others, so that a trial does not depend on what was planned before, and forgets all but the newest.
 * Other writes are refused with the code `scratch-only`. Closing it does nothing.
 */
export function scratchStore(store: Store): Store {
  const contents = new Map<string, string>()
  const documents = new Map<string, string>()
  const states = new Map<string, Json>()
  const plans: StoredPlan[] = []
  const refused = Object.fromEntries(
    writes.map((write) => [write, () => Promise.reject(new ScratchOnly(write))]),
  ) as unknown as Pick<Store, (typeof writes)[number]>
  const noCalls: Pick<Store, 'calls'> = { calls: async () => [] }
  const held: Pick<Contents, 'putContent' | 'contents'> = {
    putContent: async (parts) => put(contents, parts),
    contents: async (digests) => {
      const found = new Map(await store.contents(digests.filter((digest) => !contents.has(digest))))
      for (const digest of digests) {
        const json = contents.get(digest)
        if (json !== undefined) found.set(digest, JSON.parse(json) as readonly Part[])
      }
      return found
    },
  }
  return {
    ...store,
    ...refused,
    ...noCalls,
    ...held,
    ...scratchNotes(store, held),
    putDocument: async (value) => {
      const digest = put(documents, value)
      for (const [oldest] of documents) {
        if (documents.size <= mostDocuments) break
        documents.delete(oldest)
      }
      return digest
    },
    document: async (digest) => {
      const json = documents.get(digest)
      if (json === undefined) return await store.document(digest)
      documents.delete(digest)
      documents.set(digest, json)
      return JSON.parse(json) as Json
    },
    purged: (digests) => store.purged(digests.filter((digest) => !contents.has(digest) && !documents.has(digest))),
    putPlan: async (plan) => {
      const at = plans.findIndex(({ id }) => id === plan.id)
      const [before = plan] = at === -1 ? [] : plans.splice(at, 1)
      plans.unshift({ ...before, createdAt: plan.createdAt })
      plans.length = Math.min(plans.length, mostPlans)
    },
    plan: async (id) => plans.find((plan) => plan.id === id),
    plans: async ({ conversation, branch, limit }) =>
      plans
        .filter((plan) => conversation === undefined || plan.conversation === conversation)
        .filter((plan) => branch === undefined || plan.branch === branch)
        .slice(0, limit),
    branchState: async (branch, key, revision) =>
      (revision === undefined ? states.get(`${branch} ${key}`) : undefined) ??
      (await store.branchState(branch, key, revision)),
    setBranchState: async (branch, key, value) => {
      states.set(`${branch} ${key}`, value)
      return states.size
    },
    close: async () => {},
  }
}

/** Keeps a value's canonical JSON under its digest, as the newest. */
function put(where: Map<string, string>, value: unknown): string {
  const json = canonicalJson(value)
  const digest = digestText(json)
  where.delete(digest)
  where.set(digest, json)
  return digest
}
