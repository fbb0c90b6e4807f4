import type { Style } from '../../context.ts'
import type { Look, Run } from './inline.ts'

/** Runs as text with colours; each line's colours end with it. */
export function paint(runs: readonly Run[], style: Style, looks: readonly Look[] = []): string {
  const painted: string[] = []
  let text = ''
  let current: readonly Look[] = []
  const flush = (): void => {
    if (text !== '') painted.push([...looks, ...current].reduce((all, look) => painter(look, style)(all), text))
    text = ''
  }
  for (const run of runs) {
    if (run.looks.join() !== current.join()) flush()
    current = run.looks
    text += run.text
  }
  flush()
  return painted.join('')
}

function painter(look: Look, style: Style): (text: string) => string {
  switch (look) {
    case 'bold':
      return style.bold
    case 'italic':
      return style.italic
    case 'strike':
      return style.strikethrough
    case 'code':
      return style.cyan
    case 'underline':
      return style.underline
    case 'dim':
      return style.dim
    default:
      return look satisfies never
  }
}
