/**
 * Text from outside made safe for a terminal: nothing in it can move the cursor, colour the screen, or turn the order of
 * what is read. Control characters become visible symbols (escape is `␛`, a C1 control its two-character
 * form), direction marks their code point; a lone surrogate becomes `�`. Line feeds and tabs stay.
 */
export function sanitize(text: string): string {
  return text.replaceAll('\r\n', '\n').toWellFormed().replace(unsafe, visible)
}

/** The same for one line: white space that breaks the line becomes a symbol as well, and tabs become blanks. */
export function sanitizeLine(text: string): string {
  return sanitize(text).replaceAll('\n', '␤').replaceAll('\t', ' ')
}

/** The first line that is not blank, sanitized and trimmed; empty if there is none. Looks at the first 4000 characters. */
export function firstLine(text: string): string {
  const line = text
    .slice(0, 4000)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .find((each) => each.trim() !== '')
  return sanitizeLine(line?.trim() ?? '')
}

/**
 * A value as JSON with two blanks of indentation, safe for a terminal as it stands: what JSON leaves unescaped and
 * a terminal could obey is escaped too.
 */
export function safeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    unsafeInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const direction = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const unsafe: RegExp = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029${direction}]`, 'g')
const unsafeInJson: RegExp = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029${direction}]`, 'g')

function visible(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '␡'
  if (code <= 0x9f) return `␛${String.fromCharCode(code - 0x40)}`
  if (code === 0x2028 || code === 0x2029) return '␤'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
