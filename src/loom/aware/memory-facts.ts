import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { joinText } from '../../core/render/plain-text.ts'
import type { Node } from '../../history/node.ts'
import type { BranchStates, Contents, Paths } from '../../stores/store.ts'
import type { Item, Memory, Stash } from '../state/memory.ts'
import type { ShownMemory } from '../texts/memory.ts'
import { readActions } from './branch-state.ts'

/** A node that is kept in sight, with its text. */
export interface KeptNode {
  readonly node: Node
  readonly text: string
}

/** A text of the agent's own that is in sight, and the stash that it came from. */
export interface KeptNote {
  readonly label: string
  readonly text: string
}

/** The memory of a branch with everything that it names, read from the store. */
export interface MemoryFacts {
  readonly shown: ShownMemory
  /** Pinned nodes and those of recalled stashes, each once. */
  readonly nodes: readonly KeptNode[]
  readonly notes: readonly KeptNote[]
}

/** The part of the port that a memory is read from. */
export type MemoryStore = BranchStates & Pick<Contents, 'contents'> & Pick<Paths, 'nodes' | 'barred' | 'revision'>

/** Reads what a memory names. Nodes whose text is gone, or that a person excluded or pruned, are passed over. */
export async function memoryFacts(
  store: MemoryStore,
  measure: Measure,
  branch: string,
  memory: Memory,
): Promise<MemoryFacts> {
  const items = memory.stashes.flatMap((stash) => stash.items)
  const texts = await textsOf(store, measure, [...memory.pins, ...nodesIn(items)])
  const open = memory.stashes.filter(({ recalled }) => recalled)
  const sizeOf = (item: Item): number =>
    measure.count(item.kind === 'note' ? item.text : (texts.get(item.node)?.text ?? ''))
  const kept = (ids: readonly string[]): KeptNode[] => [...new Set(ids)].flatMap((id) => texts.get(id) ?? [])
  return {
    shown: {
      pins: kept(memory.pins).map(({ node, text }) => ({ ...node, size: measure.count(text) })),
      stashes: memory.stashes.map(({ label, items: held, recalled }) => ({
        label,
        recalled,
        items: held.length,
        size: held.reduce((sum, item) => sum + sizeOf(item), 0),
      })),
      actions: await readActions(store, branch),
      measure: measure.id,
    },
    nodes: kept([...memory.pins, ...nodesIn(open.flatMap((stash) => stash.items))]),
    notes: open.flatMap(notesIn),
  }
}

/** A node's content as text, as it is kept in sight; calls and results are named, media have placeholders. */
export function plainTextOf(parts: readonly Part[]): string {
  return joinText(parts).trim()
}

function nodesIn(items: readonly Item[]): string[] {
  return items.flatMap((item) => (item.kind === 'node' ? [item.node] : []))
}

function notesIn({ label, items }: Stash): KeptNote[] {
  return items.flatMap((item) => (item.kind === 'note' ? [{ label, text: item.text }] : []))
}

async function textsOf(
  store: MemoryStore,
  measure: Measure,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptNode>> {
  const barred = await store.barred(ids, await store.revision())
  const nodes = await store.nodes([...new Set(ids.filter((id) => !barred.has(id)))], measure)
  const contents = await store.contents([...nodes.values()].map(({ content }) => content))
  const texts = new Map<string, KeptNode>()
  for (const [id, node] of nodes) {
    const parts = contents.get(node.content)
    if (parts) texts.set(id, { node, text: plainTextOf(parts) })
  }
  return texts
}
