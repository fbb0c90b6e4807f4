/** One line of Markdown by its beginning. `first` goes before its first line on the terminal, `rest` before those that follow. */
export type SourceLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'rule' }
  | { readonly kind: 'table' }
  | {
      readonly kind: 'fence'
      readonly first: string
      readonly mark: string
      readonly indent: number
      readonly language: string
    }
  | {
      readonly kind: 'text'
      readonly first: string
      readonly rest: string
      readonly body: string
      /** From 1; 0 where it is no heading. */
      readonly heading: number
    }

/** What a line of Markdown is, looked at by itself. */
export function readLine(line: string): SourceLine {
  if (line.trim() === '') return { kind: 'blank' }
  if (/^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(line)) return { kind: 'rule' }
  if (/^\s*\|/.test(line)) return { kind: 'table' }
  const { first, rest, body } = readPrefix(line)
  const fence = /^(\s*)(`{3,}|~{3,})\s*([^`]*)$/.exec(body)
  if (fence) {
    const [, blanks = '', mark = '', language = ''] = fence
    return { kind: 'fence', first, mark, indent: first.length + blanks.length, language: language.trim() }
  }
  const heading = /^(#{1,6})[ \t]+(.*)$/.exec(body)
  if (heading) return { kind: 'text', first, rest, body: heading[2] ?? '', heading: heading[1]?.length ?? 1 }
  return { kind: 'text', first, rest, body, heading: 0 }
}

/** Whether a line ends a block of code that `mark` opened. */
export function closesFence(line: string, mark: string): boolean {
  const closing = line.trim()
  return closing.length >= mark.length && closing === (mark[0] ?? '').repeat(closing.length)
}

/** Deeper nesting than this stays text. */
const deepest = 8
/** More indentation than this is not shown. */
const widest = 24

function readPrefix(line: string): { readonly first: string; readonly rest: string; readonly body: string } {
  let first = ''
  let rest = ''
  let body = line
  for (let depth = 0; depth < deepest; depth++) {
    const quote = /^( {0,3})> ?/.exec(body)
    const item = /^(\s*)([-*+]|\d{1,9}[.)])[ \t]+(?=\S)(\[[ xX]\][ \t]+(?=\S))?/.exec(body)
    if (quote) {
      first += `${quote[1]}│ `
      rest += `${quote[1]}│ `
      body = body.slice(quote[0].length)
    } else if (item) {
      const [all, blanks = '', mark = '', box] = item
      const shown = `${blanks.slice(0, widest)}${/\d/.test(mark) ? mark : '•'} ${boxOf(box)}`
      first += shown
      rest += ' '.repeat(shown.length)
      body = body.slice(all.length)
    } else break
  }
  const blanks = /^\s*/.exec(body)?.[0].slice(0, widest) ?? ''
  return { first: first + blanks, rest: rest + blanks, body: body.trimStart() }
}

function boxOf(box: string | undefined): string {
  if (box === undefined) return ''
  return box.startsWith('[ ') ? '☐ ' : '☑ '
}
