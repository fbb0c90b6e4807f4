import type { Measure } from './measure.ts'
import type { Part, ResultContent } from './part.ts'

/**
 * What an image or a sound costs in tokens when its dimensions are not known: the figure providers give for an image
 * of about 1.2 megapixels. In `characters` it is the length of the placeholder a text-only renderer writes.
 */
const mediaTokens = 1600
const mediaPlaceholder = '[image content]'

/**
 * The size of a node's content: text as it stands (the white space around it too, though a dialogue is sent without), a
 * call as its name and its input as JSON, a result as its content, media at a fixed price. What a provider added to a part
 * is not counted, but where it stands for the text of a text part.
 */
export function sizeOfParts(parts: readonly Part[], measure: Measure): number {
  let size = 0
  for (const part of parts) size += sizeOfPart(part, measure)
  return size
}

/** The size of one part; see `sizeOfParts`. Ids that join calls and results are not counted. */
export function sizeOfPart(part: Part, measure: Measure): number {
  switch (part.kind) {
    case 'tool-call':
      return measure.count(part.name) + measure.count(JSON.stringify(part.input))
    case 'tool-result':
      return sizeOfContents(part.content, measure)
    default:
      return sizeOfContent(part, measure)
  }
}

function sizeOfContents(contents: readonly ResultContent[], measure: Measure): number {
  let size = 0
  for (const content of contents) size += sizeOfContent(content, measure)
  return size
}

function sizeOfContent(part: Exclude<Part, { kind: 'tool-call' | 'tool-result' }>, measure: Measure): number {
  switch (part.kind) {
    case 'text':
      return part.text === '' && part.provider ? measure.count(JSON.stringify(part.provider)) : measure.count(part.text)
    case 'reasoning':
      return measure.count(part.text)
    case 'file':
      return measure.count(part.text) + (part.ref === undefined ? 0 : sizeOfMedia(measure))
    case 'image':
    case 'audio':
      return sizeOfMedia(measure)
    default:
      return part satisfies never
  }
}

function sizeOfMedia(measure: Measure): number {
  return measure.id === 'characters' ? mediaPlaceholder.length : mediaTokens
}
