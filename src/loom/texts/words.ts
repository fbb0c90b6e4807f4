/** What a loom-aware text says between two facts on one line. */
export const separator = ' · '

/** How long a name that a person or an agent chose may be in one of these texts, in characters. */
const nameLength = 40

/** A number with its noun; nothing for zero, so that it can be left out of a list. */
export function counted(count: number, one: string, many: string = `${one}s`): string[] {
  return count <= 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}

/** A title or a label in quotation marks, on one line, 40 characters at the most. */
export function quoted(name: string): string {
  const line = [...name.replace(/["\p{C}\s]+/gu, ' ').trim()]
  return `"${line.length <= nameLength ? line.join('') : `${line.slice(0, nameLength - 1).join('')}…`}"`
}

/** The unit of a measure's sizes. */
export function unitOf(measure: string): 'characters' | 'tokens' {
  return measure === 'characters' ? 'characters' : 'tokens'
}
