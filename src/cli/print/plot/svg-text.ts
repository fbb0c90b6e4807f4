import { sanitizeLine } from '../sanitize.ts'

/** The width of a character of a label, about, in units of the drawing. */
export const character = 7.2

/** A text element; `kind` is its class, empty for none. The content is escaped. */
export function text(
  kind: string,
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  const aligned = anchor === 'start' ? '' : ` text-anchor="${anchor}"`
  const styled = kind === '' ? '' : ` class="${kind}"`
  return `<text${styled} x="${round(x)}" y="${round(y)}"${aligned}>${escaped(content)}</text>`
}

/** A coordinate to a tenth. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Text from outside as it may stand in XML, in an attribute as well; what XML does not know is made visible. */
export function escaped(content: string): string {
  return sanitizeLine(content)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
