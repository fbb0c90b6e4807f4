import { compressed } from '../../compressed.ts'
import { astGrepOutliner } from '../outliner.ts'

const outliner = astGrepOutliner()

/** For tests: the outline of a text, a symbol a line (`+` where it is exported), and the text compressed. */
export async function shown(path: string, text: string): Promise<string> {
  const outline = await outliner.outline(path, text)
  if (!outline) return `no outline of ${path}`
  const symbols = outline.symbols.map(({ name, kind, within, lines, exported }) => {
    return `${exported ? '+' : '-'} ${kind} ${[...within, name].join(' › ')} ${lines.join('-')}`
  })
  const imports = outline.imports.map((specifier) => `imports ${specifier}`)
  return ['', ...symbols, ...imports, ...(outline.damaged ? ['damaged'] : []), '', compressed(text, outline)].join('\n')
}
