import type { Candidate } from '../../../core/candidate.ts'
import { formBy } from '../../../core/candidate.ts'
import type { Digest } from '../../../core/content/digest.ts'
import type { Part } from '../../../core/content/part.ts'
import { fileChanges } from '../../../core/files/file-change.ts'
import { type Shown, type ShownCall, shownIn } from '../../../core/repeats/shown.ts'
import type { Contents } from '../../../stores/store.ts'

/** A candidate of the history that was read, with what it says when nothing is known of repeats. */
export interface WindowNode {
  readonly index: number
  readonly candidate: Candidate
  readonly parts: readonly Part[]
}

/**
 * The candidates of the path with their contents, edits applied. What is barred or was not read is not among them. What is known
 * already is not read again.
 */
export async function readWindow(
  store: Contents,
  candidates: readonly Candidate[],
  known: readonly WindowNode[] = [],
): Promise<WindowNode[]> {
  const held = new Map(known.map(({ candidate, parts }) => [candidate.id, parts]))
  const open = candidates.flatMap((candidate, index) => {
    const { section, bar, stretch } = candidate
    const isOpen = (section === 'history' || section === 'input') && bar === undefined && stretch === undefined
    return isOpen ? [{ index, candidate, content: plainContent(candidate) }] : []
  })
  const missing = open.filter(({ candidate }) => !held.has(candidate.id))
  const contents = await store.contents(missing.map(({ content }) => content))
  return open.map(({ index, candidate, content }) => ({
    index,
    candidate,
    parts: held.get(candidate.id) ?? contents.get(content) ?? [],
  }))
}

/** The digest of what a candidate says before repeats are looked at. */
function plainContent(candidate: Candidate): Digest {
  return (formBy(candidate, 'edit') ?? candidate.forms[0]).content ?? ''
}

/** What the nodes of a window show, in path order. */
export function shownInWindow(nodes: readonly WindowNode[]): Shown[] {
  const calls = new Map<string, ShownCall>()
  return nodes.flatMap(({ candidate, parts }) => {
    for (const part of parts)
      if (part.kind === 'tool-call') {
        const writes = fileChanges(part.name, part.input).map(({ path }) => path)
        calls.set(part.callId, { name: part.name, input: part.input, writes })
      }
    return shownIn({ id: candidate.id, parts }, { calls })
  })
}
