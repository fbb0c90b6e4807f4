import type { Mode, Permission } from '../../history/conversation.ts'
import { counted, quoted, separator } from './words.ts'

/** Where an agent is in its tree, and what the tree is. */
export interface LoomContext {
  readonly title: string
  readonly mode: Mode
  readonly nodes: number
  readonly branches: number
  readonly branch: string
  /** The short id of the last node of the path; null where nothing has been said. */
  readonly at: string | null
  /** The number of nodes ahead of it on the path. */
  readonly depth: number
  readonly permissions: readonly Permission[]
}

/** The loom context as a block of text. */
export function contextText(loom: LoomContext): string {
  const tree = [
    quoted(loom.title),
    loom.mode,
    ...counted(loom.nodes, 'node'),
    ...counted(loom.branches, 'branch', 'branches'),
  ]
  const position = loom.at === null ? ['nothing said yet'] : [`at ${loom.at}`, `depth ${loom.depth}`]
  return [
    '[loom]',
    tree.join(separator),
    [`on branch ${quoted(loom.branch)}`, ...position].join(separator),
    `permissions: ${loom.permissions.join(', ')}`,
  ].join('\n')
}
