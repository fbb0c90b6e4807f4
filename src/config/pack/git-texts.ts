import type { Extra } from '../../bundles/pack/formats/pack-format.ts'
import { redact } from '../../secrets/redact.ts'
import { gitDiff } from '../../sources/git/diff.ts'
import { type Commit, gitLog } from '../../sources/git/log.ts'

/** Which texts of a repository go along. */
export interface GitTextOptions {
  /** What has changed since the last commit. */
  readonly diff: boolean
  /** So many of the newest commits. */
  readonly commits?: number | undefined
  /** Whether secrets in them are replaced. */
  readonly redact: boolean
  readonly signal?: AbortSignal
}

/** The diff and the log of a folder as texts. Throws as `gitDiff` and `gitLog` do. */
export async function gitTexts(root: string, options: GitTextOptions): Promise<Extra[]> {
  const { signal, commits } = options
  const extras: Extra[] = []
  if (options.diff) extras.push({ name: 'diff', text: await gitDiff(root, { signal }) })
  if (commits !== undefined)
    extras.push({ name: 'log', text: (await gitLog(root, { limit: commits, signal })).map(commitText).join('\n') })
  const said = extras.filter(({ text }) => text !== '')
  if (!options.redact) return said
  return await Promise.all(said.map(async ({ name, text }) => ({ name, text: await redact(text) })))
}

function commitText({ id, date, author, subject, paths }: Commit): string {
  return `${id} ${date} ${author}: ${subject}\n${paths.map((path) => `  ${path}\n`).join('')}`
}
