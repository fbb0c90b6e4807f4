import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { joinText } from '../../core/render/plain-text.ts'
import { partsMarkdown } from '../../core/render/targets/markdown.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'

/** What a transcript looks like. */
export type TranscriptForm = 'markdown' | 'text'

/** What a transcript is made from. */
export interface TranscriptSource {
  readonly conversation: Conversation
  readonly branch: Branch
  /** One in which sizes are counted already, so that nothing has to be. */
  readonly measure: Measure
  /** Changes what is written of each node, and of the title and the system text. Default: nothing. */
  readonly change?: (parts: readonly Part[]) => Promise<readonly Part[]>
  readonly onProgress?: (nodes: number, of: number) => void
}

const chunk = 200

/**
 * A branch to read, from its root to its head, node by node; pruned nodes are left out, and excluded ones are marked in
 * markdown. The text of a buffer is the document, with nothing between its nodes. Throws `ambiguous-path`.
 */
export async function* transcript(store: Store, form: TranscriptForm, source: TranscriptSource): AsyncIterable<string> {
  const { conversation, branch, measure, change = async (parts) => parts, onProgress } = source
  const isDocument = form === 'text' && conversation.mode === 'buffer'
  const plain = async (text: string): Promise<string> => textOf(await change([{ kind: 'text', text }]))
  if (form === 'markdown') {
    yield `# ${oneLine(await plain(conversation.title)) || 'Conversation'}\n`
    if (conversation.system !== null) yield `\n## system text\n\n${await plain(conversation.system)}\n`
  }
  if (branch.head === null) return
  const route = await store.route(branch.head, branch.id)
  const length = await store.length(route)
  const revision = await store.revision()
  let isFirst = true
  for (let from = 0; from < length; from += chunk) {
    const to = Math.min(length, from + chunk) - 1
    const nodes = await store.path(route, from, to, measure)
    const contents = await store.contents(nodes.map(({ content }) => content))
    const barred = new Map((await store.marked(route, from, to, measure, revision)).map(({ id, kind }) => [id, kind]))
    for (const node of nodes) {
      if (barred.get(node.id) === 'pruned') continue
      const parts = await change(node.gone ? [] : (contents.get(node.content) ?? []))
      if (form === 'markdown') yield `\n${heading(node, barred.has(node.id))}\n\n${body(partsMarkdown(parts), node)}\n`
      else if (isDocument) yield parts.map((part) => (part.kind === 'text' ? part.text : joinText([part]))).join('')
      else yield `${isFirst ? '' : '\n'}${node.author}:\n${body(joinText(parts), node)}\n`
      isFirst = false
    }
    onProgress?.(to + 1, length)
  }
}

function heading({ author, authorId, createdAt, shortId }: Node, isExcluded: boolean): string {
  const time = `${new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const by = authorId === undefined ? author : `${author} ${oneLine(authorId)}`
  return `## ${[by, time, shortId, ...(isExcluded ? ['excluded'] : [])].join(' · ')}`
}

function body(text: string, { gone }: Node): string {
  return gone ? `(${gone})` : text.replace(/\n+$/, '')
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/gu, ' ')
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}
