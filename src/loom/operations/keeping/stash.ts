import { z } from 'zod'
import { readMemory, writeMemory } from '../../aware/branch-state.ts'
import { type Item, type Memory, stashed, stashOf } from '../../state/memory.ts'
import { OperationRefused } from '../errors.ts'
import { findNode, nodeName } from '../find.ts'
import { type Loom, type LoomEngine, type Operation, operation } from '../operation.ts'

const itemsAtMost = 50
const stashesAtMost = 20

/** A stash's label, as an operation's input names it. */
export const labelName: z.ZodString = z.string().trim().min(1).max(40)

/** Puts nodes or a text away under a label: out of sight until they are recalled. */
export const stash: Operation = operation(
  {
    name: 'stash',
    permission: 'loom_aware',
    about: 'Put nodes or a text of yours away under a label, out of sight until recalled. Default: everything pinned.',
  },
  {
    label: labelName,
    nodes: z.array(nodeName).max(itemsAtMost).optional(),
    text: z.string().min(1).max(8000).optional(),
  },
  async (engine, loom, { label, nodes, text }) => {
    const before = await readMemory(engine.store, loom.branch.id)
    const memory = stashed(before, label, await itemsOf(engine, loom, { before, label, nodes, text }))
    const items = stashOf(memory, label)?.items.length ?? 0
    if (items > itemsAtMost || memory.stashes.length > stashesAtMost)
      throw new OperationRefused(
        'too-many',
        `A stash holds ${itemsAtMost} items at the most, and there are ${stashesAtMost} stashes at the most.`,
        'Drop a stash, or put less into it.',
      )
    await writeMemory(engine.store, loom.branch.id, memory, engine.now())
    return { result: { stashed: label, items } }
  },
)

interface ToStash {
  readonly before: Memory
  readonly label: string
  readonly nodes: readonly string[] | undefined
  readonly text: string | undefined
}

async function itemsOf(
  engine: LoomEngine,
  loom: Loom,
  { before, label, nodes, text }: ToStash,
): Promise<readonly Item[]> {
  const items: Item[] = []
  for (const name of nodes ?? []) items.push({ kind: 'node', node: (await findNode(engine.store, loom, name)).id })
  if (text !== undefined) items.push({ kind: 'note', text })
  if (items.length > 0 || stashOf(before, label)?.recalled === true) return items
  const pins = before.pins.map((node): Item => ({ kind: 'node', node }))
  if (pins.length > 0) return pins
  throw new OperationRefused(
    'nothing-to-stash',
    'Nothing is pinned, and no nodes and no text were given.',
    'Give nodes or a text.',
  )
}
