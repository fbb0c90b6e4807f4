import type { AuthorType } from '../../core/content/part.ts'
import type { Style } from '../context.ts'

/** The colour of an author's name. */
export function authorStyle(author: AuthorType, style: Style): (text: string) => string {
  switch (author) {
    case 'human':
      return style.green
    case 'model':
      return style.blue
    case 'system':
      return style.magenta
    case 'tool':
      return style.dim
    default:
      return author satisfies never
  }
}
