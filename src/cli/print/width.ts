import { createRequire } from 'node:module'
import type StringWidth from 'string-width'

/** How many terminal columns a text takes. Control characters must have been made visible before. */
export function widthOf(text: string): number {
  return plain.test(text) ? text.length : stringWidth()(text)
}

/** The text cut to at most so many columns, with `…` where something is missing. Nothing is cut inside a grapheme. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (width < 1) return ''
  let kept = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const wide = widthOf(segment)
    if (used + wide > width - 1) break
    kept += segment
    used += wide
  }
  return `${kept.trimEnd()}…`
}

/** The text filled up with blanks to so many columns; a longer text stays as it is. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + blanks : blanks + text
}

const plain = /^[\x20-\x7e]*$/
let loaded: typeof StringWidth | undefined

/** Loaded with the first text that needs it: that takes as long as most commands. */
function stringWidth(): typeof StringWidth {
  loaded ??= (createRequire(import.meta.url)('string-width') as { readonly default: typeof StringWidth }).default
  return loaded
}
