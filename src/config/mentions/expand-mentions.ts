import type { Part } from '../../core/content/part.ts'
import { findMentions } from '../../history/mentions/find-mentions.ts'
import type { Workspace } from '../open.ts'

/** For which branch mentions are expanded, if for one, and what stops it. */
export interface ExpandOptions {
  /** The id of a branch: files that come whole count as seen by the model there, so that it may change them. */
  readonly branch?: string
  /** Rejects with its reason. */
  readonly signal?: AbortSignal
}

/** A message with what its mentions bring. */
export interface Expanded {
  readonly parts: readonly Part[]
  /** What a person is told: sentences on what is left out, and why. Not fit for a terminal as they are. */
  readonly notes: readonly string[]
}

/**
 * Parts that a person wrote, and behind each text what it mentions: files as file parts (way `mention`), each once and
 * under a text that names it; commits and changes as text. The texts themselves stay as they are. Paths begin at the
 * workspace's root. Folders bring what the ignore rules leave, up to 50 files and 100,000 characters. What is not
 * there, is no text, is too large, leads out of the workspace or holds what looks like a secret is left out, and a text
 * in square brackets says so in its place; it is no error.
 */
export async function expandMentions(
  workspace: Workspace,
  parts: readonly Part[],
  { branch, signal }: ExpandOptions = {},
): Promise<Expanded> {
  const found = parts.map((part) => (part.kind === 'text' ? findMentions(part.text) : []))
  if (found.every((mentions) => mentions.length === 0)) return { parts, notes: [] }
  // What reads files and asks git is loaded where something is mentioned.
  const { bringer } = await import('./bring.ts')
  const bring = bringer(workspace.paths.root, signal)
  const all: Part[] = []
  const notes: string[] = []
  for (const [at, part] of parts.entries()) {
    const brought = await bring(found[at] ?? [])
    all.push(part, ...brought.parts)
    notes.push(...brought.notes)
    if (branch === undefined) continue
    const { rememberShown } = await import('./remember-shown.ts')
    await rememberShown(workspace, branch, brought.parts)
  }
  return { parts: all, notes }
}
