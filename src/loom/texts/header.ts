import type { AuthorType, Part } from '../../core/content/part.ts'
import { utcMinute } from './time.ts'
import { counted, quoted, separator } from './words.ts'

/** What hangs on a node besides the path that is sent. */
export interface Connections {
  /** All nodes that go on from it; 0 where the only one is the next on the path. */
  readonly continuations: number
  /** Notes about it. */
  readonly annotations: number
  /** Other nodes that it was linked to. */
  readonly links: number
  /** The label of its bookmark, empty for one without; null for no bookmark. */
  readonly bookmark: string | null
}

/** What a header says about a node. */
export interface NodeHeader extends Connections {
  readonly shortId: string
  readonly author: AuthorType
  /** Unix milliseconds. */
  readonly createdAt: number
}

/** The line above a node, such as `[k3x9 model 2026-01-02 10:11Z · 2 continuations · bookmark "start"]`. Zero is not told. */
export function headerLine(node: NodeHeader): string {
  const facts = [
    `${node.shortId} ${node.author} ${utcMinute(node.createdAt)}`,
    ...counted(node.continuations, 'continuation'),
    ...counted(node.annotations, 'annotation'),
    ...counted(node.links, 'link'),
    ...(node.bookmark === null ? [] : [node.bookmark === '' ? 'bookmark' : `bookmark ${quoted(node.bookmark)}`]),
  ]
  return `[${facts.join(separator)}]`
}

/**
 * A node's parts under its header. In a tool's result the header stands inside the first result, because nothing may come
 * between a call and its result. Where there is reasoning it stands ahead of the text behind it, and where there is no
 * plain text then, the parts stay as they are: what a model thought goes back untouched, at the head of its message.
 */
export function withHeader(parts: readonly Part[], header: string): readonly Part[] {
  const text: Part = { kind: 'text', text: header }
  const result = parts.findIndex((part) => part.kind === 'tool-result')
  if (result !== -1) {
    return parts.map((part, at) =>
      at === result && part.kind === 'tool-result' ? { ...part, content: [text, ...part.content] } : part,
    )
  }
  const reasoning = parts.findLastIndex((part) => part.kind === 'reasoning')
  if (reasoning === -1) return [text, ...parts]
  const at = parts.findIndex((part, index) => index > reasoning && part.kind === 'text' && part.provider === undefined)
  return at === -1 ? parts : [...parts.slice(0, at), text, ...parts.slice(at)]
}
