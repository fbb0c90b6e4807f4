/** How far git is, in one of its stages. */
export interface CloneProgress {
  /** In git's words: `Receiving objects`, `Resolving deltas` and others. */
  readonly stage: string
  readonly done: number
  readonly total: number
}

const stages =
  /^(?:remote: )?((?:Counting|Compressing|Receiving|Resolving|Updating) (?:objects|deltas|files)): +\d+% \((\d+)\/(\d+)\)/

/** Whether a line that git writes to its standard error only says how far it is. */
export function isProgress(line: string): boolean {
  return stages.test(line) || /^remote: (Enumerating|Total) /.test(line)
}

/**
 * Takes git's standard error as it comes, in pieces cut anywhere, and tells of each whole line that says how far it is.
 */
export function progressOf(onProgress: ((progress: CloneProgress) => void) | undefined): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split(/[\r\n]/)
    rest = (lines.pop() ?? '').slice(0, 1000)
    for (const line of lines) {
      const [, stage, done, total] = stages.exec(line) ?? []
      if (stage !== undefined) onProgress?.({ stage, done: Number(done), total: Number(total) })
    }
  }
}
