import { widthOf } from '../width.ts'

/** One entry of a legend; the key is how its curve looks, empty for a remark. */
export interface Entry {
  readonly key: string
  readonly text: string
  readonly paint: (text: string) => string
}

/** The room of a legend, and how a text too long for it is cut. */
export interface Room {
  readonly width: number
  readonly cut: (text: string, width: number) => string
}

const gap = 3

/** Entries in as few lines as they fit into, in their order, no line longer than the width. */
export function legendLines(entries: readonly Entry[], { width, cut }: Room): string[] {
  const written: string[] = []
  let used = 0
  for (const { key, text, paint } of entries) {
    const lead = key === '' ? '' : `${key} `
    const shown = cut(text, Math.max(1, width - widthOf(lead)))
    const size = widthOf(lead) + widthOf(shown)
    const painted = key === '' ? paint(shown) : `${paint(key)} ${shown}`.trimEnd()
    const last = written.length - 1
    if (last >= 0 && used + gap + size <= width) {
      written[last] += ' '.repeat(gap) + painted
      used += gap + size
    } else {
      written.push(painted)
      used = size
    }
  }
  return written
}
