import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the story needs of the repository: the sources, what is written about them, and how they are checked. */
const copied = /^(src\/|docs\/|package\.json$|tsconfig[^/]*\.json$|vitest\.config\.ts$)/u

/** Does something in a throw-away copy of the repository's files, which may be changed there. */
export function inCopyOf(repository: string, use: (copy: string) => void): void {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-example-')))
  try {
    for (const path of filesOf(repository)) cpSync(join(repository, path), join(copy, path))
    symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
    use(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Tracked files and those that are about to be; not what git ignores, and not what is deleted already. */
function filesOf(repository: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).split('\0')
  return paths.filter((path) => copied.test(path) && existsSync(join(repository, path)))
}
