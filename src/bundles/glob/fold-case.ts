/** The code point a text starts with; 0 for the empty text. */
export function pointOf(text: string): number {
  return text.codePointAt(0) ?? 0
}

/**
 * One code point for all that differ in letter case only (final sigma included). Letters whose other case is several
 * letters, as that of `ß`, stay themselves.
 */
export function foldCase(point: number): number {
  if (point < 0x80) return point >= 0x41 && point <= 0x5a ? point + 0x20 : point
  const upper = single(String.fromCodePoint(point).toUpperCase()) ?? point
  return single(String.fromCodePoint(upper).toLowerCase()) ?? upper
}

function single(text: string): number | undefined {
  const point = pointOf(text)
  return text.length === (point > 0xffff ? 2 : 1) ? point : undefined
}
