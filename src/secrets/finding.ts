/** A secret in a text: what it is, where it stands (UTF-16 units, the end not included), and what to write instead. */
export interface Finding {
  /** Such as `github-token` or `private-key`. */
  readonly kind: string
  readonly start: number
  readonly end: number
  /** `[secret: KIND]`. */
  readonly replacement: string
}

/** A finding with its replacement filled in. */
export function findingOf(kind: string, start: number, end: number): Finding {
  return { kind, start, end, replacement: `[secret: ${kind}]` }
}
