import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { Branch, Node, PathNode, SizedNode } from '../../history/node.ts'
import { straight } from '../../history/route.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import type { Contents, Paths, Plans, Store, StoredPlan } from '../../stores/store.ts'
import { digestOf } from './content.ts'

/** What a store begins with. */
export interface ArrayStoreRequest {
  readonly branch: Branch
  /** One path, root first, in the one measure that is ever asked for. */
  readonly path: readonly PathNode[]
  readonly contents: Map<Digest, readonly Part[]>
  readonly documents: Map<Digest, Json>
  /** Newest first. */
  readonly plans: StoredPlan[]
}

/**
 * A store of one straight path that is known as a whole: nothing is marked, pruned or added, values are kept as they were given,
 * and every look-up takes constant time. It lives as long as one call is planned.
 */
export function arrayStore(request: ArrayStoreRequest): Store {
  const { branch } = request
  return {
    ...memoryStore(),
    ...pathsOf(request),
    ...contentsOf(request),
    ...plansOf(request),
    branch: async (id) => (id === branch.id ? branch : undefined),
  }
}

function pathsOf({ path }: ArrayStoreRequest): Paths {
  const byId = new Map(path.map((node) => [node.id, node]))
  const found = <Found>(ids: readonly string[], read: (node: PathNode) => Found): Map<string, Found> =>
    new Map(
      ids.flatMap((id) => {
        const node = byId.get(id)
        return node === undefined ? [] : [[id, read(node)] as const]
      }),
    )
  return {
    node: async (id): Promise<Node | undefined> => byId.get(id),
    nodes: async (ids) => found<SizedNode>(ids, (node) => node),
    route: async (head) => straight(head),
    length: async ({ head }) => (byId.get(head)?.position ?? -1) + 1,
    positions: async (_, ids) => found(ids, ({ position }) => position),
    path: async (_, from, to) => path.slice(from, to + 1),
    positionOfSize: async (_, size, perNode) => {
      const first = path.find(({ total, position }) => total + perNode * (position + 1) >= size)
      return first?.position ?? path.length - 1
    },
    marked: async () => [],
    barred: async () => new Map(),
    sources: async () => new Map(),
    instructions: async () => [],
    annotations: async () => new Map(),
    revision: async () => 0,
  }
}

function contentsOf({ contents, documents }: ArrayStoreRequest): Contents {
  return {
    contents: async (digests) =>
      new Map(
        digests.flatMap((digest) => {
          const parts = contents.get(digest)
          return parts === undefined ? [] : [[digest, parts] as const]
        }),
      ),
    purged: async () => new Set<Digest>(),
    putContent: async (parts) => {
      const digest = digestOf(parts)
      contents.set(digest, parts)
      return digest
    },
    putDocument: async (value) => {
      const digest = digestOf(value)
      documents.set(digest, value)
      return digest
    },
    document: async (digest) => documents.get(digest),
  }
}

function plansOf({ plans }: ArrayStoreRequest): Pick<Plans, 'plan' | 'plans' | 'putPlan'> {
  return {
    plan: async (id) => plans.find((plan) => plan.id === id),
    plans: async ({ limit }) => plans.slice(0, limit),
    putPlan: async (plan) => {
      plans.unshift(plan)
    },
  }
}
