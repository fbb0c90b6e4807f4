import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { UnreadCause } from '../../source.ts'
import { readRules } from '../ignore/read-rules.ts'
import { leavesOut, pathBytes, type RuleSet, withRules } from '../ignore/rule-set.ts'
import { isGit, lookAt, type Root } from '../place.ts'
import { causeOf } from '../read/cause.ts'
import { gitFolder } from './repository.ts'
import type { WorkTree } from './work-tree.ts'

/** What was found so far, each path once. */
export interface Found {
  readonly paths: Set<string>
  readonly unlisted: Map<string, UnreadCause>
}

export interface Walk {
  /** Without one nothing but `.git` is left out. */
  readonly tree: WorkTree | undefined
  readonly signal: AbortSignal | undefined
  readonly found: Found
}

/** The rules that hold in a folder. */
interface Rules {
  /** The folder's path as the rules are asked about it, with a slash at its end; empty where they begin. */
  readonly bytes: string
  readonly git: RuleSet | undefined
  /** Those of `.ignore` and `.heddleignore`, which hold for tracked files as well. */
  readonly own: RuleSet | undefined
  /** Git's rules left the folder out: it is here for the tracked files in it. */
  readonly trackedOnly: boolean
}

interface Folder {
  readonly path: string
  readonly rules: Rules
}

const noRules: Rules = { bytes: '', git: undefined, own: undefined, trackedOnly: false }
/** So many folders are read before others get their turn. */
const atOnce = 200

/**
 * Adds the files at and under a folder, whose path is the source's, to what was found. The folder itself is entered even if the
 * rules leave it out: then those rules do not hold in it. Throws the signal's reason.
 */
export async function walk(root: Root, folder: string, how: Walk): Promise<void> {
  const { tree, signal, found } = how
  const waiting: Folder[] = [{ path: folder, rules: tree ? rulesAt(root, folder, tree) : noRules }]
  for (let count = 1; ; count += 1) {
    const next = waiting.pop()
    if (next === undefined) return
    if (count % atOnce === 0) await setImmediate()
    signal?.throwIfAborted()
    try {
      for (const inner of readFolder(root, next, how, next.path === folder)) waiting.push(inner)
    } catch (error) {
      found.unlisted.set(next.path, causeOf(error))
    }
  }
}

/** Adds a folder's files, and returns its folders. */
function readFolder(root: Root, { path, rules }: Folder, { tree, found }: Walk, named: boolean): readonly Folder[] {
  const place = path === '' ? root.real : join(root.real, path)
  const entries = readdirSync(place, { withFileTypes: true })
  const dotted = new Set(entries.flatMap(({ name }) => (name.startsWith('.') ? name : [])))
  const foreign = dotted.has('.git') && !named && tree?.isRepository === true && !tree.trackedFolders.has(path)
  if (foreign && gitFolder(place) !== undefined) return []
  const here = tree ? rulesIn(place, rules, tree, dotted) : rules
  const folders: Folder[] = []
  for (const entry of entries) {
    const { name } = entry
    if (isGit(name)) continue
    const inner = path === '' ? name : `${path}/${name}`
    if (name.includes('\ufffd') && lstatSync(join(place, name), { throwIfNoEntry: false }) === undefined) {
      // The name is not UTF-8: no path leads to it.
      found.unlisted.set(inner, 'unreadable')
      continue
    }
    if (entry.isDirectory()) {
      const inside = tree ? enter(here, inner, name, tree) : here
      if (inside) folders.push({ path: inner, rules: inside })
    } else if (!tree || isListed(here, inner, name, tree)) {
      const outcome = entryOutcome(root, entry, inner)
      if (outcome === 'file') found.paths.add(inner)
      else found.unlisted.set(inner, outcome)
    }
  }
  return folders
}

/** A link that ends at a file inside of the root is a file; one that ends at a folder is not entered. */
function entryOutcome(root: Root, entry: Dirent, path: string): 'file' | UnreadCause {
  if (entry.isFile()) return 'file'
  if (!entry.isSymbolicLink()) return 'not-a-file'
  const outcome = lookAt(root, path)
  return outcome === 'folder' ? 'not-a-file' : outcome
}

function isListed({ bytes, git, own, trackedOnly }: Rules, path: string, name: string, tree: WorkTree): boolean {
  const asked = bytes + pathBytes(name, tree.ignoreCase)
  if (leavesOut(own, asked, bytes.length, false)) return false
  return tree.tracked.has(path) || (!trackedOnly && !leavesOut(git, asked, bytes.length, false))
}

/** The rules to enter a folder with; undefined where it is left out, or is another repository. */
function enter(rules: Rules, path: string, name: string, tree: WorkTree): Rules | undefined {
  const { bytes, git, own } = rules
  if (tree.submodules.has(path)) return undefined
  const asked = bytes + pathBytes(name, tree.ignoreCase)
  if (leavesOut(own, asked, bytes.length, true)) return undefined
  const trackedOnly = rules.trackedOnly || leavesOut(git, asked, bytes.length, true)
  if (trackedOnly && !tree.trackedFolders.has(path)) return undefined
  return { bytes: `${asked}/`, git, own, trackedOnly }
}

/** The rules with those of the folder's own ignore files. */
function rulesIn(place: string, rules: Rules, { ignoreCase }: WorkTree, names: ReadonlySet<string>): Rules {
  const { bytes } = rules
  const add = (above: RuleSet | undefined, name: string): RuleSet | undefined =>
    names.has(name) ? withRules(above, readRules(join(place, name), { ignoreCase }), bytes.length) : above
  return { ...rules, git: add(rules.git, '.gitignore'), own: add(add(rules.own, '.ignore'), '.heddleignore') }
}

const ignoreFiles: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.heddleignore'])

/** The rules of all folders above one. Where they leave it out, none. */
function rulesAt(root: Root, folder: string, tree: WorkTree): Rules {
  let place = tree.top
  let rules: Rules = { ...noRules, git: tree.excludes }
  for (const name of relative(tree.top, join(root.real, folder)).split(sep)) {
    if (name === '') break
    const { bytes, git, own } = rulesIn(place, rules, tree, ignoreFiles)
    const asked = bytes + pathBytes(name, tree.ignoreCase)
    if ([git, own].some((set) => leavesOut(set, asked, bytes.length, true))) return noRules
    rules = { bytes: `${asked}/`, git, own, trackedOnly: false }
    place = join(place, name)
  }
  return rules
}
