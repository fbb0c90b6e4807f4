import type { ProblemEntry } from '../format.ts'

/** A line of a file whose lines name their parents. */
export interface Linked {
  readonly kind: 'linked'
  readonly id: string
  /** Undefined where the line names none: then it follows the one before it. */
  readonly parent: string | null | undefined
  /** A parent that is not in the file is no problem. */
  readonly loose?: boolean
  /** Where a parent cannot be used, the line follows the last one of its own group. */
  readonly group: string
  readonly line?: number
}

/** A linked line whose parent is null or the id of an earlier one. */
export type Placed<T extends Linked> = T & { readonly parent: string | null }

/** All ids of the file with the parents they name. */
export type Parents = ReadonlyMap<string, string | null | undefined>

/**
 * Puts every line behind its parent. A duplicate id is left out; a parent that is not in the file, or that leads back
 * to the line itself, is replaced by the last good line. Each is a problem. `parents` is asked for only when a line
 * comes before its parent, and once.
 */
export async function* link<T extends Linked>(
  lines: AsyncIterable<T | ProblemEntry>,
  parents: () => Promise<Parents>,
): AsyncIterable<Placed<T> | ProblemEntry> {
  const known = new Set<string>()
  const placed = new Set<string>()
  const last = new Map<string, string>()
  const waiting = new Map<string, T[]>()
  const acyclic = new Set<string>()
  let index: Parents | undefined

  function* place(item: T, parent: string | null): Generator<Placed<T>> {
    const open: [T, string | null][] = [[item, parent]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [ready, under] = next
      placed.add(ready.id)
      last.set(ready.group, ready.id)
      yield { ...ready, parent: under }
      const children = waiting.get(ready.id) ?? []
      waiting.delete(ready.id)
      open.push(...children.toReversed().map((child): [T, string] => [child, ready.id]))
    }
  }

  for await (const item of lines) {
    if (item.kind === 'problem') {
      yield item
      continue
    }
    if (known.has(item.id)) {
      yield problem(
        item,
        `${item.line === undefined ? 'A node' : 'This line'} was left out: its id ${item.id} was there before.`,
      )
      continue
    }
    known.add(item.id)
    const instead = last.get(item.group) ?? null
    const parent = item.parent === undefined ? instead : item.parent
    if (parent === null || placed.has(parent)) {
      yield* place(item, parent)
      continue
    }
    index ??= await parents()
    if (!index.has(parent)) {
      if (!item.loose) yield problem(item, missing(parent, instead))
      yield* place(item, instead)
    } else if (isCyclic(item.id, index, placed, acyclic)) {
      yield problem(item, `The parents of ${item.id} lead back to it. ${hangs(instead)}`)
      yield* place(item, instead)
    } else {
      const siblings = waiting.get(parent)
      if (siblings) siblings.push(item)
      else waiting.set(parent, [item])
    }
  }
  for (const [parent, children] of waiting) {
    waiting.delete(parent)
    for (const item of children) {
      const instead = last.get(item.group) ?? null
      yield problem(item, missing(parent, instead))
      yield* place(item, instead)
    }
  }
}

/**
 * Whether the parents of a line lead back to it. Lines that are found to lead elsewhere are remembered, so that all
 * walks together are short.
 */
function isCyclic(id: string, parents: Parents, placed: ReadonlySet<string>, acyclic: Set<string>): boolean {
  if (acyclic.has(id)) return false
  const walked = new Set<string>([id])
  let at = parents.get(id)
  while (typeof at === 'string' && !placed.has(at) && !acyclic.has(at) && !walked.has(at)) {
    walked.add(at)
    at = parents.get(at)
  }
  if (at === id) return true
  if (typeof at !== 'string' || !walked.has(at)) for (const step of walked) acyclic.add(step)
  return false
}

function problem({ line }: Linked, message: string): ProblemEntry {
  return line === undefined ? { kind: 'problem', message } : { kind: 'problem', line, message }
}

function missing(parent: string, instead: string | null): string {
  return `The parent ${parent} is not in this file. ${hangs(instead)}`
}

function hangs(instead: string | null): string {
  return instead === null ? 'The node begins the conversation.' : `The node was put behind ${instead}.`
}
