/** What is told of a run of letters, digits, `_` and `$`: where it is, and what can be seen of it in passing. */
export type VisitRun = (
  from: number,
  to: number,
  /** It is put together of words: camelCase, PascalCase, snake_case, CONSTANT_CASE. */
  shaped: boolean,
  /** Where the run in front of it begins, if only a dot is between them; else -1. */
  joined: number,
) => void

const [none, lower, upper, digit, underscore] = [0, 1, 2, 3, 4]
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return lower
  if (/[A-Z]/.test(character)) return upper
  if (/\d/.test(character)) return digit
  return /[_$]/.test(character) ? underscore : none
})

/** Runs in their order. ASCII alone, so that a name in a text without spaces is found. Time is linear in the text. */
export function eachRun(text: string, visit: VisitRun): void {
  const { length } = text
  let from = -1
  let before = none
  let shaped = false
  let worded = false
  let previousFrom = -1
  let previousTo = -1
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : 0
    const now = code < 128 ? (classes[code] ?? none) : none
    if (now !== none) {
      if (from === -1) {
        from = at
        shaped = false
        worded = false
      } else if (now === upper && (before === lower || before === digit)) shaped = true
      else if (before === underscore && worded && now !== underscore) shaped = true
      worded ||= now !== underscore
      before = now
    } else if (from !== -1) {
      const joined = previousTo === from - 1 && text.charCodeAt(previousTo) === 46 ? previousFrom : -1
      visit(from, at, shaped, joined)
      previousFrom = from
      previousTo = at
      from = -1
      before = none
    }
  }
}
