import { foldCase } from './fold-case.ts'
import { buildMachine, type Machine } from './machine.ts'

/** Whether a whole text is what a pattern describes. */
export type Matcher = (text: string) => boolean

/** The places a machine may be in at one time, and where code points lead from there as far as that was asked before. */
interface State {
  readonly places: readonly number[]
  readonly isEnd: boolean
  readonly ascii: (State | undefined)[]
  readonly others: Map<number, State>
}

/** So many places are kept in states; beyond, they are forgotten and found again, so that no pattern takes all memory. */
const mostPlaces = 100_000

/**
 * Compiles a pattern for paths with forward slashes, or with `ignoreCase` for titles. The whole text must match.
 *
 * - `*` any characters but a slash, `?` one of them; `[abc]`, `[a-z]`, `[!abc]` one that is, or is not, named (never a slash)
 * - a double asterisk with a slash behind it: no folder or any number of them; at the end, or the end of an alternative in
 *   braces: everything below. Anywhere else two asterisks are one.
 * - `{a,b}` either, also nested; a backslash takes the next character as it is
 * - what is not closed, and braces without a comma, are plain characters
 *
 * Characters are code points. Matching takes time in proportion to pattern × text at worst, whatever the pattern.
 */
export function compileGlob(pattern: string, { ignoreCase = false }: { readonly ignoreCase?: boolean } = {}): Matcher {
  if (!ignoreCase && !hasGlobSyntax(pattern)) return (text) => text === pattern
  const machine = buildMachine(pattern, ignoreCase)
  const states = statesOf(machine)
  return (text) => {
    let state = states.start()
    for (let at = 0; at < text.length; at++) {
      let point = text.charCodeAt(at)
      if (point >= 0x80) {
        point = text.codePointAt(at) ?? point
        if (point > 0xffff) at++
      }
      if (ignoreCase) point = foldCase(point)
      const next = point < 0x80 ? state.ascii[point] : state.others.get(point)
      state = next ?? states.after(state, point)
      if (state.places.length === 0) return false
    }
    return state.isEnd
  }
}

/** Whether a text has characters that mean something in a pattern. */
export function hasGlobSyntax(text: string): boolean {
  return /[*?[{\\]/.test(text)
}

interface States {
  readonly start: () => State
  readonly after: (state: State, point: number) => State
}

function statesOf(machine: Machine): States {
  const known = new Map<string, State>()
  let kept = 0
  const stateOf = (places: readonly number[]): State => {
    const key = places.join()
    const found = known.get(key)
    if (found) return found
    const state = { places, isEnd: places.includes(machine.end), ascii: [], others: new Map<number, State>() }
    known.set(key, state)
    kept += places.length + 1
    return state
  }
  const initial = closure(machine, [0])
  let first = stateOf(initial)
  return {
    start: () => first,
    after: (state, point) => {
      const next = stateOf(closure(machine, reached(machine, state.places, point)))
      if (kept > mostPlaces) {
        known.clear()
        kept = 0
        first = stateOf(initial)
        return { ...next, ascii: [], others: new Map() }
      }
      kept++
      if (point < 0x80) state.ascii[point] = next
      else state.others.set(point, next)
      return next
    },
  }
}

function reached({ places }: Machine, from: readonly number[], point: number): number[] {
  return from.flatMap((at) =>
    (places[at]?.moves ?? []).flatMap(({ accepts, to }) =>
      (typeof accepts === 'number' ? accepts === point : accepts(point)) ? [to] : [],
    ),
  )
}

/** The places and those they lead to on their own, in ascending order. */
function closure({ places }: Machine, from: readonly number[]): number[] {
  const seen = new Set(from)
  for (const at of seen) for (const to of places[at]?.free ?? []) seen.add(to)
  return [...seen].sort((a, b) => a - b)
}
