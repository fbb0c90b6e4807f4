import type { JsonObject } from '../../../core/content/json.ts'
import type { Node } from '../../../history/node.ts'
import type { Store } from '../../../stores/store.ts'
import { plainTextOf } from '../../aware/memory-facts.ts'
import { utcMinute } from '../../texts/time.ts'

/** How much of a node's text is shown in a list, in characters. */
const glimpseLength = 80

/** Nodes as entries of a list: short id, author, time and the beginning of what they say. */
export async function glimpses(store: Store, nodes: readonly Node[]): Promise<JsonObject[]> {
  const texts = await textsOf(store, nodes)
  return nodes.map((node) => ({
    node: node.shortId,
    author: node.author,
    at: utcMinute(node.createdAt),
    text: cutTo(texts.get(node.id) ?? '', glimpseLength),
  }))
}

/** The texts of nodes by id; what is gone is left out. */
export async function textsOf(store: Store, nodes: readonly Node[]): Promise<ReadonlyMap<string, string>> {
  const contents = await store.contents(nodes.map(({ content }) => content))
  return new Map(
    nodes.flatMap(({ id, content }): [string, string][] => {
      const parts = contents.get(content)
      return parts ? [[id, plainTextOf(parts)]] : []
    }),
  )
}

/** The beginning of a text on one line, with an ellipsis where there is more. */
function cutTo(text: string, length: number): string {
  const points = [...text.slice(0, length * 4).replace(/\s+/gu, ' ')]
  return points.length <= length && text.length <= length * 4
    ? points.join('')
    : `${points.slice(0, length - 1).join('')}…`
}
