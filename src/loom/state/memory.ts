import type { Action } from '../texts/memory.ts'

/** What an agent keeps: a node of the tree, or a text of its own. */
export type Item = { readonly kind: 'node'; readonly node: string } | { readonly kind: 'note'; readonly text: string }

/** Items put away under a label. Recalled ones are in sight, like pins. */
export interface Stash {
  readonly label: string
  readonly items: readonly Item[]
  readonly recalled: boolean
}

/** What an agent keeps by it on a branch. Never changed: every step returns a new one. */
export interface Memory {
  /** Ids of nodes, in the order in which they were pinned. */
  readonly pins: readonly string[]
  readonly stashes: readonly Stash[]
}

/** What there is before anything was kept. */
export const emptyMemory: Memory = { pins: [], stashes: [] }

/** How many actions are remembered. */
export const actionsKept = 10

/** Pins a node; one that is pinned stays where it is. */
export function pinned(memory: Memory, node: string): Memory {
  return memory.pins.includes(node) ? memory : { ...memory, pins: [...memory.pins, node] }
}

/** The memory without the pin of a node. */
export function unpinned(memory: Memory, node: string): Memory {
  return { ...memory, pins: memory.pins.filter((pin) => pin !== node) }
}

/** The stash of a label. */
export function stashOf({ stashes }: Memory, label: string): Stash | undefined {
  return stashes.find((stash) => stash.label === label)
}

/** Puts items away behind those that the label has already. Nodes among them are no longer pinned; the stash is out of sight. */
export function stashed(memory: Memory, label: string, items: readonly Item[]): Memory {
  const before = stashOf(memory, label)?.items ?? []
  const added = items.filter((item) => before.every((held) => !isSame(held, item)))
  const nodes = new Set(items.flatMap((item) => (item.kind === 'node' ? [item.node] : [])))
  return {
    pins: memory.pins.filter((pin) => !nodes.has(pin)),
    stashes: [...withoutStash(memory, label), { label, items: [...before, ...added], recalled: false }],
  }
}

/** Brings a stash into sight; it stays a stash, and stashing it again puts it away. */
export function recalled(memory: Memory, label: string): Memory {
  return {
    ...memory,
    stashes: memory.stashes.map((stash) => (stash.label === label ? { ...stash, recalled: true } : stash)),
  }
}

/** The memory without a stash. */
export function dropped(memory: Memory, label: string): Memory {
  return { ...memory, stashes: withoutStash(memory, label) }
}

/** The actions with one more, the oldest forgotten. */
export function withAction(actions: readonly Action[], action: Action): readonly Action[] {
  return [...actions, action].slice(-actionsKept)
}

function withoutStash({ stashes }: Memory, label: string): readonly Stash[] {
  return stashes.filter((stash) => stash.label !== label)
}

function isSame(a: Item, b: Item): boolean {
  return a.kind === 'node' ? b.kind === 'node' && a.node === b.node : b.kind === 'note' && a.text === b.text
}
