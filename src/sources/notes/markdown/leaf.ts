/** A block that starts with its line and takes it out of a paragraph. */
export type Leaf =
  | { readonly kind: 'fence'; readonly fence: string }
  | { readonly kind: 'raw'; readonly tag: string }
  | { readonly kind: 'comment'; readonly opening: '<!--' | '%%'; readonly closing: '-->' | '%%' }
  | { readonly kind: 'heading' | 'break' }

/** What kind of block a line without indentation starts; undefined for text. */
export function leafIn(line: string): Leaf | undefined {
  switch (line[0]) {
    case '#':
      return /^#{1,6}(?: |$)/.test(line) ? { kind: 'heading' } : undefined
    case '`':
    case '~': {
      const [, fence, info] = /^(`{3,}|~{3,})(.*)$/s.exec(line) ?? []
      return fence === undefined || (fence[0] === '`' && info?.includes('`')) ? undefined : { kind: 'fence', fence }
    }
    case '<': {
      if (line.startsWith('<!--')) return { kind: 'comment', opening: '<!--', closing: '-->' }
      const tag = /^<(pre|script|style|textarea)(?:[ >]|$)/i.exec(line)?.[1]
      return tag === undefined ? undefined : { kind: 'raw', tag: tag.toLowerCase() }
    }
    case '%':
      // With its end on the same line it is read with the paragraph.
      return line.startsWith('%%') && !line.includes('%%', 2)
        ? { kind: 'comment', opening: '%%', closing: '%%' }
        : undefined
    default:
      return isThematicBreak(line) ? { kind: 'break' } : undefined
  }
}

/** Whether a line ends the block of code that a fence has opened. */
export function endsFence(line: string, fence: string): boolean {
  const [, end] = /^ {0,3}(`+|~+) *$/.exec(line) ?? []
  return end !== undefined && end[0] === fence[0] && end.length >= fence.length
}

/** Whether a line has the end of raw HTML. */
export function endsRaw(line: string, tag: string): boolean {
  return line.toLowerCase().includes(`</${tag}>`)
}

/** `---`, `* * *` and the like. */
export function isThematicBreak(line: string): boolean {
  return /^([-_*]) *(?:\1 *){2,}$/.test(line)
}
