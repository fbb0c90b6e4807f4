import { homedir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { HeddleError } from '../../../core/errors.ts'
import { runGit } from '../../git/run-git.ts'
import { readRules } from '../ignore/read-rules.ts'
import { type RuleSet, withRules } from '../ignore/rule-set.ts'
import { commonFolder, gitFolder } from './repository.ts'

/** What git knows of a folder that its files do not say. Paths are those of the source. */
export interface WorkTree {
  /** Absolute: where rules begin. */
  readonly top: string
  /** Whether it is a repository's; else it is a plain folder, in which ignore files hold as well. */
  readonly isRepository: boolean
  readonly tracked: ReadonlySet<string>
  /** The folders that tracked files stand in. */
  readonly trackedFolders: ReadonlySet<string>
  readonly submodules: ReadonlySet<string>
  readonly ignoreCase: boolean
  /** The person's and the repository's own excludes. */
  readonly excludes: RuleSet | undefined
}

/**
 * Asks git about a work tree, as far as it concerns a root: `top` is the root, above it or below it. Where git is missing, or refuses
 * (a repository of another owner), nothing counts as tracked and its settings are the defaults.
 */
export async function openWorkTree(root: string, top: string, signal?: AbortSignal): Promise<WorkTree> {
  const git = gitFolder(top)
  const below = isAt(top, root)
  const cwd = below ? top : root
  const prefix = below ? slashed(relative(root, top)) : ''
  const [index, config] = await Promise.all([
    git === undefined ? undefined : askGit(cwd, ['ls-files', '-s', '-z'], signal),
    askGit(cwd, ['config', '-z', '--get-regexp', '^core\\.(ignorecase|excludesfile)$'], signal),
  ])
  const settings = new Map(config?.toString('utf8').split('\0').map(keyAndValue))
  const ignoreCase = /^(true|yes|on|1|)$/i.test(settings.get('core.ignorecase') ?? 'false')
  const own = excludesFile(top, settings.get('core.excludesfile'))
  const everywhere = withRules(undefined, readRules(own, { ignoreCase, followLink: true }), 0)
  const here =
    git === undefined ? [] : readRules(join(commonFolder(git), 'info/exclude'), { ignoreCase, followLink: true })
  return {
    top,
    isRepository: git !== undefined,
    ...readIndex(index, prefix),
    ignoreCase,
    excludes: withRules(everywhere, here, 0),
  }
}

/** What git writes, or undefined where it is missing or fails. */
async function askGit(cwd: string, args: readonly string[], signal?: AbortSignal): Promise<Buffer | undefined> {
  try {
    const output = await runGit(cwd, args, { signal })
    return output.code === 0 ? output.stdout : undefined
  } catch (error) {
    if (error instanceof HeddleError && (error.code === 'no-git' || error.code === 'not-a-repository')) return undefined
    throw error
  }
}

/** Reads `git ls-files -s -z`: mode, object, stage, a tab and the path of each entry. */
function readIndex(
  output: Buffer | undefined,
  prefix: string,
): Pick<WorkTree, 'tracked' | 'trackedFolders' | 'submodules'> {
  const tracked = new Set<string>()
  const trackedFolders = new Set<string>()
  const submodules = new Set<string>()
  for (const entry of output?.toString('utf8').split('\0') ?? []) {
    if (entry === '') continue
    const path = prefix + entry.slice(entry.indexOf('\t') + 1)
    if (entry.startsWith('160000 ')) submodules.add(path)
    tracked.add(path)
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash)
      if (trackedFolders.has(folder)) break
      trackedFolders.add(folder)
    }
  }
  return { tracked, trackedFolders, submodules }
}

function keyAndValue(line: string): [string, string] {
  const end = line.indexOf('\n')
  return end < 0 ? [line, ''] : [line.slice(0, end), line.slice(end + 1)]
}

function excludesFile(top: string, setting: string | undefined): string {
  if (setting) return resolve(top, setting.replace(/^~(?=\/)/, homedir()))
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git/ignore')
}

/** Whether a folder is another one or below it. Both are absolute. */
function isAt(folder: string, other: string): boolean {
  return folder === other || folder.startsWith(other.endsWith(sep) ? other : other + sep)
}

function slashed(path: string): string {
  return path === '' ? '' : `${path.split(sep).join('/')}/`
}
