const fence = /^[ \t]*(`{3,}|~{3,})[^\n]*$/gm
const quoted = /`([^`\n]+)`/g

/** The pieces of a text that are code: what stands in fences, and in backticks. */
export function codeIn(text: string): string[] {
  if (!text.includes('`') && !text.includes('~~~')) return []
  const pieces: string[] = []
  let proseFrom = 0
  let opened: RegExpExecArray | undefined
  for (const found of text.matchAll(fence)) {
    if (opened === undefined) {
      pieces.push(...quotedIn(text.slice(proseFrom, found.index)))
      opened = found
    } else if (found[1]?.startsWith(opened[1] ?? '')) {
      pieces.push(text.slice(opened.index + opened[0].length, found.index))
      proseFrom = found.index + found[0].length
      opened = undefined
    }
  }
  if (opened !== undefined) return [...pieces, text.slice(opened.index + opened[0].length)]
  return [...pieces, ...quotedIn(text.slice(proseFrom))]
}

/** What stands in backticks within a line. */
export function quotedIn(text: string): string[] {
  return Array.from(text.matchAll(quoted), (match) => match[1] ?? '')
}
