import { ends } from '../../core/content/excerpt.ts'
import { HeddleError } from '../../core/errors.ts'
import { redact } from '../../secrets/redact.ts'
import { gitDiff } from '../../sources/git/diff.ts'
import { repositoryFolder } from '../../sources/git/repository.ts'
import { gitText, runGit } from '../../sources/git/run-git.ts'
import { type Brought, headed, leftOut, together } from './mention-text.ts'

/** More is not taken from git, in bytes; … */
const maxBytes = 4_000_000
/** … and of that, so many characters go along. */
const longest = 100_000

/** What git knows of a workspace on its way into one message. */
export interface BroughtFromGit {
  /** What is not committed: the difference to the last commit, and the names of files that git does not know. */
  changes(): Promise<Brought>
  /** A commit, once: who made it and when, its message, and what it changed in the folder against its first parent. */
  commit(hash: string): Promise<Brought>
}

/** Asks git for one message. What looks like a secret is replaced; what is long loses its middle. */
export function gitUnder(root: string, signal?: AbortSignal): BroughtFromGit {
  const known = new Set<string>()
  return {
    changes: () => changes(root, signal),
    commit: (hash) => commit(root, hash, known, signal),
  }
}

async function changes(root: string, signal: AbortSignal | undefined): Promise<Brought> {
  const mention = '@git-changes'
  return await asking(mention, async () => {
    const diff = await gitDiff(root, { signal, maxBytes })
    const { folder } = await repositoryFolder(root, { signal })
    const listing = ['ls-files', '--others', '--exclude-standard', '-z', '--', '.']
    const unknown = (await gitText(folder, listing, { signal, maxBytes })).split('\0').filter((path) => path !== '')
    const names = unknown.length === 0 ? '' : `New files, not known to git:\n${unknown.map(lineOf).join('')}`
    const text = [diff, names].filter((each) => each !== '').join('\n')
    return text === '' ? leftOut(mention, 'nothing is changed since the last commit') : await bounded(mention, text)
  })
}

async function commit(
  root: string,
  hash: string,
  known: Set<string>,
  signal: AbortSignal | undefined,
): Promise<Brought> {
  const mention = `@${hash}`
  return await asking(mention, async () => {
    const { folder, pathspec } = await repositoryFolder(root, { signal })
    const query = ['rev-parse', '--verify', '--quiet', `${hash}^{commit}`]
    const id = (await runGit(folder, query, { signal })).stdout.toString('utf8').trim()
    // A branch may have such a name, too.
    if (!id.startsWith(hash.toLowerCase())) return leftOut(mention, 'no commit, or more than one, has this hash')
    if (known.has(id)) return together([])
    known.add(id)
    const text = await gitText(folder, ['show', ...form, id, '--', ...pathspec], { signal, maxBytes })
    return await bounded(mention, text === '' ? await messageOf(folder, id, signal) : text)
  })
}

const format = '--format=commit %H%nauthor %an%ndate %aI%n%n%B'
const safe = ['--encoding=UTF-8', '--no-show-signature', '--no-notes', '--no-color', '--no-ext-diff', '--no-textconv']
const form = [
  format,
  ...safe,
  '--patch',
  '--unified=3',
  '--find-renames=50%',
  '--diff-merges=first-parent',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--relative',
  '-O/dev/null',
]

/** A commit that changed nothing in the folder has a message still. */
async function messageOf(folder: string, id: string, signal: AbortSignal | undefined): Promise<string> {
  return await gitText(folder, ['show', format, ...safe, '--no-patch', id], { signal, maxBytes })
}

function lineOf(path: string): string {
  return `${/\p{Cc}/u.test(path) ? JSON.stringify(path) : path}\n`
}

/** The text without secrets, and without its middle where it is long. */
async function bounded(mention: string, text: string): Promise<Brought> {
  const plain = await redact(text)
  const short = ends(plain, longest)
  return {
    parts: [headed(mention, short)],
    notes: [
      ...(plain === text ? [] : [`${mention}: what looks like a secret in it is replaced.`]),
      ...(short === plain ? [] : [`${mention} is longer than ${longest} characters: its middle is left out.`]),
    ],
  }
}

const failures: { readonly [code: string]: string } = {
  'no-git': 'git is not there',
  'not-a-repository': 'the workspace is in no git repository',
  'git-output-too-large': 'git has more than 4 MB of it',
}

/** What git does not do is said in place, without the places of this machine; the person is told all of it. */
async function asking(mention: string, ask: () => Promise<Brought>): Promise<Brought> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof HeddleError)) throw error
    const why = failures[error.code] ?? 'git could not be asked'
    return leftOut(mention, why, `${mention} is left out: ${error.message}`)
  }
}
