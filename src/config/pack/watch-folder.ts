import { watchFiles } from '../../sources/files/watch.ts'

/** Calls with the paths that changed under a folder, until the signal; settles then. `onReady` is called when changes count. Throws as `watchFiles` does. */
export async function watchFolder(
  root: string,
  signal: AbortSignal,
  onChange: (paths: readonly string[]) => Promise<void>,
  onReady: () => void,
): Promise<void> {
  const { ended } = await watchFiles(root, onChange, { signal })
  onReady()
  await ended
}
