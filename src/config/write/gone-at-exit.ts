import { rmSync } from 'node:fs'

/**
 * Takes a file or folder away should the process end at once, as it does with a second Ctrl-C. What it returns ends that: the
 * caller takes it away, or keeps it.
 */
export function goneAtExit(path: string): () => void {
  const remove = (): void => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  return () => void process.off('exit', remove)
}
