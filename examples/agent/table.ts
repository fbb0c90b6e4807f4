/** A whole number with its thousands apart. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** A fraction as a percentage. */
export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`
}

/** A fraction as a bar, at least one column wide. */
export function bar(fraction: number, width = 30): string {
  return '━'.repeat(Math.max(1, Math.round(fraction * width)))
}

/** Lines of columns under a head; those named by number stand to the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
): string[] {
  const lines = [head, ...rows]
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => (cells[at] ?? '').length)))
  const cell = (text: string, at: number): string =>
    right.includes(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  return lines.map((cells) => cells.map(cell).join('  ').trimEnd())
}
