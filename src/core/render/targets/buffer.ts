import type { Digest } from '../../content/digest.ts'
import type { Part } from '../../content/part.ts'
import type { ContextPlan } from '../../context-plan.ts'
import { joinSystem } from '../assemble.ts'
import { contentOf } from '../contents.ts'
import { markerText } from '../marker.ts'
import { plainText } from '../plain-text.ts'

/** A plan of a buffer: one document, the system text apart, and the ids of what the document holds, in order. */
export interface BufferText {
  readonly system: string | null
  readonly text: string
  readonly nodes: readonly string[]
}

/**
 * The document of a plan: contents joined with nothing between, untrimmed, the marker in the text where history is
 * missing. Tools have no place in it. Throws `ContentMissing`.
 */
export function toBufferText(
  plan: Pick<ContextPlan, 'kept'>,
  contents: ReadonlyMap<Digest, readonly Part[]>,
): BufferText {
  const system: string[] = []
  const texts: string[] = []
  const nodes: string[] = []
  for (const entry of plan.kept) {
    if (entry.kind === 'marker') texts.push(markerText(entry))
    else if (entry.section === 'system') system.push(...contentOf(entry, contents).map(wholeText))
    else if (entry.section !== 'tools') {
      texts.push(...contentOf(entry, contents).map(wholeText))
      nodes.push(entry.id)
    }
  }
  return { system: joinSystem(system), text: texts.join(''), nodes }
}

/** Text as it stands, blank or not; anything else as where only text can go. */
function wholeText(part: Part): string {
  return part.kind === 'text' || (part.kind === 'file' && part.ref === undefined) ? part.text : (plainText(part) ?? '')
}
