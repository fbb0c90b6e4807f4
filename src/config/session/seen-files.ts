import type { Digest } from '../../core/content/digest.ts'
import type { Store } from '../../stores/store.ts'

/** What the model last saw or wrote of files, on a branch; a fork begins with what its parent had. */
export interface SeenFiles {
  get(path: string): Promise<Digest | undefined>
  set(path: string, digest: Digest): Promise<void>
}

/** Remembers with the branch, each file by itself. */
export function seenFiles(store: Store, branch: string, now: () => number): SeenFiles {
  const keyOf = (path: string): string => `seen ${path}`
  const get = async (path: string): Promise<Digest | undefined> => {
    const held = await store.branchState(branch, keyOf(path))
    return typeof held === 'string' ? held : undefined
  }
  return {
    get,
    set: async (path, digest) => {
      if ((await get(path)) !== digest) await store.setBranchState(branch, keyOf(path), digest, now())
    },
  }
}
