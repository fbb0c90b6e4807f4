import { ends } from '../../../core/content/excerpt.ts'
import type { Part } from '../../../core/content/part.ts'
import type { Branch, Node } from '../../../history/node.ts'
import { addEdit } from '../../edits/edits.ts'
import type { Engine } from '../../engine.ts'

/** Results with more characters than this are sent as an excerpt. */
export const longestResult = 24_000

/** How much of a long result is sent, half of it from its end. */
const sent = 16_000

/**
 * Shortens what is sent of long results: the node holds them whole, and an edit of the branch says what goes, with how to ask for the
 * rest.
 */
export async function shortenLongResults(
  engine: Engine,
  branch: Branch,
  node: Node,
  parts: readonly Part[],
): Promise<void> {
  for (const [part, result] of parts.entries()) {
    if (result.kind !== 'tool-result') continue
    for (const [within, content] of result.content.entries()) {
      if (!('text' in content) || content.text.length <= longestResult) continue
      const rest = `[read_result with call_id ${JSON.stringify(result.callId)} gives what is left out, by lines.]`
      const excerpt = `${ends(content.text, sent)}\n${rest}`
      await addEdit(engine, branch, { node: node.id, part, within, kind: 'truncate', content: excerpt })
    }
  }
}
