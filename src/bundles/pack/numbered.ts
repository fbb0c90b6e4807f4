/** A text with each line's number before it, the first being `from`. */
export function numbered(text: string, from = 1): string {
  if (text === '') return ''
  const end = text.endsWith('\n') ? '\n' : ''
  const lines = text.slice(0, text.length - end.length).split('\n')
  return `${lines.map((line, at) => `${from + at}\t${line}`).join('\n')}${end}`
}
