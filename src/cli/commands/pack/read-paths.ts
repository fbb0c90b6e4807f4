import type { Io } from '../../io.ts'

/** The paths on standard input: parted by NUL where there is one, else one a line. Blank lines are none. */
export async function readPaths({ stdin }: Io): Promise<readonly string[]> {
  const text = new TextDecoder().decode(await stdin.read())
  const parts = text.includes('\0') ? text.split('\0') : text.split(/\r?\n/)
  return parts.filter((path) => path !== '')
}
