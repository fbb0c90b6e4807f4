import type { Candidate } from '../../core/candidate.ts'
import type { Digest } from '../../core/content/digest.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { Form } from '../../core/form.ts'
import type { Contents } from '../../stores/store.ts'
import { contextText, type LoomContext } from '../texts/context.ts'
import { memoryCard, memoryText, noteLine, pinLine } from '../texts/memory.ts'
import type { LoomPin } from './loom-recipe.ts'
import type { MemoryFacts } from './memory-facts.ts'

/**
 * What stands next to the input, in sending order, put into the store: what is kept in sight, the operational memory, the
 * loom context. Nodes that the conversation shows anyway are not shown twice.
 */
export async function writePins(
  store: Pick<Contents, 'putContent'>,
  memory: MemoryFacts,
  context: LoomContext,
  shownAnyway: ReadonlySet<string>,
): Promise<LoomPin[]> {
  const pin = async (id: string, score: number, full: readonly string[], card?: string): Promise<LoomPin> => {
    const forms: LoomPin['forms'][number][] = [{ kind: 'full', content: await store.putContent(full.map(asText)) }]
    if (card !== undefined) forms.push({ kind: 'card', content: await store.putContent([asText(card)]) })
    return { id, score, forms }
  }
  const pins: LoomPin[] = []
  for (const { node, text } of memory.nodes)
    if (!shownAnyway.has(node.id)) pins.push(await pin(`loom:pin:${node.id}`, 0, [pinLine(node), text]))
  for (const [at, { label, text }] of memory.notes.entries())
    pins.push(await pin(`loom:note:${at + 1}`, 0, [noteLine(label), text]))
  pins.push(await pin('loom:memory', 1, [memoryText(memory.shown)], memoryCard(memory.shown)))
  pins.push(await pin('loom:context', 2, [contextText(context)]))
  return pins
}

/**
 * Candidates of the section `pins`, lent to the window for one turn at a time: they change from call to call, so they go
 * next to the input. Each is a message of its own.
 */
export async function pinCandidates(
  store: Pick<Contents, 'contents'>,
  measure: Measure,
  pins: readonly LoomPin[],
  perMessage: number,
): Promise<Candidate[]> {
  const contents = await store.contents(pins.flatMap(({ forms }) => forms.map(({ content }) => content)))
  return pins.flatMap(({ id, score, forms }): Candidate[] => {
    const [full, ...smaller] = forms.map((form) => sized(form, contents, measure, perMessage))
    return full ? [{ id, section: 'pins', leaseTurns: 1, score, forms: [full, ...smaller] }] : []
  })
}

function sized(
  { kind, content }: LoomPin['forms'][number],
  contents: ReadonlyMap<Digest, readonly Part[]>,
  measure: Measure,
  perMessage: number,
): Form {
  return { kind, content, size: sizeOfParts(contents.get(content) ?? [], measure) + perMessage }
}

function asText(text: string): Part {
  return { kind: 'text', text }
}
