/** The places of a pattern, counted in code points, where braces and brackets mean something. Everything else is plain. */
export interface Syntax {
  /** Where a character class starts, and the place behind it. */
  readonly classes: ReadonlyMap<number, number>
  readonly opens: ReadonlySet<number>
  readonly commas: ReadonlySet<number>
  readonly closes: ReadonlySet<number>
}

interface OpenBrace {
  readonly at: number
  readonly commas: number[]
}

/** Which `[`, `{`, `,` and `}` of a pattern belong together. One that is not closed, or braces without a comma, are plain. */
export function readSyntax(pattern: readonly string[]): Syntax {
  const classes = new Map<number, number>()
  const [opens, commas, closes] = [new Set<number>(), new Set<number>(), new Set<number>()]
  const stack: OpenBrace[] = []
  let classesEnd = false
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '\\') at++
    else if (sign === '[' && !classesEnd) {
      const end = classEnd(pattern, at)
      if (end === undefined) classesEnd = true
      else {
        classes.set(at, end)
        at = end - 1
      }
    } else if (sign === '{') stack.push({ at, commas: [] })
    else if (sign === ',') stack.at(-1)?.commas.push(at)
    else if (sign === '}') {
      const open = stack.pop()
      if (open === undefined || open.commas.length === 0) continue
      opens.add(open.at)
      for (const comma of open.commas) commas.add(comma)
      closes.add(at)
    }
  }
  return { classes, opens, commas, closes }
}

/** The place behind the class that starts at a place. A `]` that comes first is a member. */
function classEnd(pattern: readonly string[], start: number): number | undefined {
  const first = isNegated(pattern, start) ? start + 2 : start + 1
  for (let at = first; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === ']' && at > first) return at + 1
  }
  return undefined
}

/** Whether the class that starts at a place is one of what it does not name. */
export function isNegated(pattern: readonly string[], start: number): boolean {
  return pattern[start + 1] === '!' || pattern[start + 1] === '^'
}
