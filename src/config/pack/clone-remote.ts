import { cloneInto } from '../../sources/git/clone-into.ts'

/** How a repository is fetched. */
export interface CloneRemoteOptions {
  readonly ref?: string | undefined
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number, what: string) => void
}

/** Fetches one commit of a repository into a folder that is not there yet. Throws as `cloneInto` does. */
export async function cloneRemote(address: string, folder: string, options: CloneRemoteOptions): Promise<void> {
  const { ref, signal, onProgress } = options
  await cloneInto(address, folder, {
    ref,
    signal,
    onProgress: ({ stage, done, total }) => onProgress?.(done, total, stage),
  })
}
