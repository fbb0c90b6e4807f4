import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes an empty file that its owner alone can read and write. Throws where there is one. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600))
}

/** Returns once what was written to a file, or what a folder lists, is on the disk. */
export function bringToDisk(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
