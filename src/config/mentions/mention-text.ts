import type { FilePart, Part, TextPart } from '../../core/content/part.ts'
import { findMentions } from '../../history/mentions/find-mentions.ts'

/** What mentions bring: parts for the message, and sentences for the person on what does not, or not wholly, come. */
export interface Brought {
  readonly parts: readonly (TextPart | FilePart)[]
  readonly notes: readonly string[]
}

/** How a person mentions a file of the workspace, in quotes where needed; undefined where no mention can name it. */
export function mentionOf(path: string): string | undefined {
  return [`@/${path}`, `@"/${path}"`].find((text) => {
    const [only, ...others] = findMentions(text)
    return others.length === 0 && only !== undefined && 'value' in only && only.value === `/${path}`
  })
}

/** A path as it is named to the model: as it would be mentioned, else as a JSON string. */
export function nameOf(path: string): string {
  return mentionOf(path) ?? `@${JSON.stringify(`/${path}`)}`
}

/** A text that a mention brings, under a line that says what it is. */
export function headed(mention: string, text: string): TextPart {
  return { kind: 'text', text: `[${mention}]\n${text}` }
}

/** What is said in place of what a mention does not bring, or about it. `told` is for the person; default the same. */
export function remark(said: string, told: string = `${said}.`): Brought {
  return { parts: [{ kind: 'text', text: `[${said}]` }], notes: [told] }
}

/** A mention that brings nothing. */
export function leftOut(mention: string, why: string, told?: string): Brought {
  return remark(`${mention} is left out: ${why}`, told)
}

/** Several in a row as one. */
export function together(all: readonly Brought[]): Brought {
  return { parts: all.flatMap(({ parts }) => parts), notes: all.flatMap(({ notes }) => notes) }
}

/** What a person wrote of a message, without what its mentions brought; texts are joined by a blank line. */
export function writtenText(parts: readonly Part[]): string {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return texts.filter((text, at) => at === 0 || !text.startsWith('[@')).join('\n\n')
}
