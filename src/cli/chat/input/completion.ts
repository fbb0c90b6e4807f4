import type { Style } from '../../context.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { cutToWidth, padToWidth, widthOf } from '../../print/width.ts'

/** One way to go on. */
export interface Choice {
  readonly value: string
  readonly about?: string
}

/** What may stand in place of the text from `from` up to the cursor, in UTF-16 units. */
export interface Completions {
  readonly from: number
  readonly choices: readonly Choice[]
}

/** Looks up how a text may go on at a place. It may take its time, and never throws. */
export type Complete = (text: string, at: number) => Promise<Completions>

/** Choices that are shown, and the one that stands in the text; -1 where none does yet. */
export interface Choosing {
  readonly from: number
  readonly choices: readonly Choice[]
  readonly chosen: number
}

/** The next choice, or the one before; around at the ends. */
export function nextChoice(choosing: Choosing, back: boolean): Choosing {
  const { choices, chosen } = choosing
  const step = back ? -1 : 1
  const next = chosen < 0 ? (back ? choices.length - 1 : 0) : (chosen + step + choices.length) % choices.length
  return { ...choosing, chosen: next }
}

/** What all choices begin with; not cut inside a grapheme. */
export function commonStart(choices: readonly Choice[]): string {
  const [first = '', ...others] = choices.map(({ value }) => value)
  let common = ''
  for (const { segment } of new Intl.Segmenter().segment(first)) {
    if (!others.every((each) => each.startsWith(common + segment))) break
    common += segment
  }
  return common
}

const mostShown = 8

/** The choices around the chosen one, each on a line with what it is. */
export function choiceLines({ choices, chosen }: Choosing, style: Style, width: number): string[] {
  const top = Math.max(0, Math.min(chosen - mostShown + 1, choices.length - mostShown))
  const shown = choices.slice(top, top + mostShown)
  const widest = Math.min(
    Math.floor(width / 2),
    shown.reduce((most, { value }) => Math.max(most, widthOf(sanitizeLine(value))), 0),
  )
  const more = choices.length - shown.length
  const lines = shown.map(({ value, about = '' }, at) => {
    const name = padToWidth(cutToWidth(sanitizeLine(value), widest), widest)
    const what = cutToWidth(sanitizeLine(about), Math.max(0, width - widest - 4))
    const line = top + at === chosen ? style.inverse(name) : style.cyan(name)
    return what === '' ? `  ${line}` : `  ${line}  ${style.dim(what)}`
  })
  return more > 0 ? [...lines, style.dim(`  … ${more} more`)] : lines
}
