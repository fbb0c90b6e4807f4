import type { Context } from '../context.ts'
import type { Headline } from '../read/headlines.ts'
import { authorStyle } from './author.ts'
import { cutToWidth, widthOf } from './width.ts'

/** A node on one line, cut to the width of the terminal: short id, author, text. */
export function nodeLine(
  { shortId, author, text }: Pick<Headline, 'shortId' | 'author' | 'text'>,
  { io, style }: Pick<Context, 'io' | 'style'>,
): string {
  const room = (io.stdout.columns ?? Number.POSITIVE_INFINITY) - widthOf(`${shortId} ${author} `)
  return `${style.yellow(shortId)} ${authorStyle(author, style)(author)} ${cutToWidth(text, room)}`.trimEnd()
}
