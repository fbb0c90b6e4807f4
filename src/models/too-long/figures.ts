/** What a request and its answer would have taken together, and what fits, in tokens. */
export interface TooLongFigures {
  readonly size: number
  readonly limit: number
}

/** Numbers that do not count tokens. */
const otherUnits = /\d+(?:\.\d+)? ?(?:bytes?|characters?|chars?|[kmg]i?b|images?|pages?|messages?|%|k|m)(?![\p{L}\d])/gu

/** Input and answer, written as a sum, against the limit. */
const sums: readonly RegExp[] = [
  /(?<size>\d+) ?\+ ?(?<answer>\d+) ?>=? ?(?<limit>\d+)/,
  /(?<answer>\d+) ?>=? ?(?<limit>\d+) ?- ?(?<size>\d+)/,
]

const limits: readonly RegExp[] = [
  /\d(?: tokens?)? ?>=? ?(\d+)/,
  /\bcontext (?:length|window|size) (?:is|of) (?:only )?(\d+)/,
  /\bmax(?:imum)? (?:allowed )?(?:context|prompt|model|input|sequence) (?:length|window|size)\D{0,20}(\d+)/,
  /(\d+) max(?:imum)?(?: context)? length/,
  /\blimit(?: is| of|:| to)? ?\(?(\d+)/,
  /\b(?:context|model) (?:length|window|size)(?! exceeded)\D{0,20}(\d+)/,
  /\b(?:max(?! (?:tokens|new|completion|output))|maximum(?! (?:completion|output)))\D{0,40}?(\d+)/,
  /\bn ctx\W{0,3}(\d+)/,
  /\b(?:supports up to|supports only|less than|at most|cannot exceed|must be <=?) (\d+)/,
]

/** The whole that was asked for, said to be it. Stands over texts where the limit is replaced by `#`. */
const totals: readonly RegExp[] = [
  /(\d+)(?: tokens?)? ?>=? ?#/,
  /\btotal of (?:at least |about )?(\d+) tokens/,
  /\bresulted in (?:about )?(\d+)/,
  /\brequested:? (?:about )?(\d+)(?!\d| (?:inputs?|prompt|output|completion|new)\b)/,
  /\brequested tokens \((\d+)/,
]

/** What was sent, and what was asked for as an answer. */
const inputs: readonly RegExp[] = [
  /(\d+) (?:inputs?|prompt) tokens/,
  /\b(?:inputs?|prompt) tokens \((\d+)/,
  /(\d+)(?: tokens?)? (?:in|of|from) (?:the |your )?(?:text )?(?:messages?|prompt|inputs?)\b/,
]
const answers: readonly RegExp[] = [
  /(\d+) (?:max new|max|output|completion|new) tokens/,
  /\b(?:max|output|completion|new) tokens \((\d+)/,
  /(\d+)(?: tokens?)? (?:in|for|of) (?:the |your )?(?:completion|output|answer|response)\b/,
]

/** What was sent, where nothing says what was asked for besides. */
const sizes: readonly RegExp[] = [
  /\btoken count(?: ?\(|: ?| (?:is|of|was) )(\d+)/,
  /\btoo long: ?(\d+)/,
  /\b(?:prompt|inputs?|requests?|messages?|conversation|length)(?: tokens?| length| size)?(?: \(|: ?| (?:is|of|are|has|have|contains?) (?:about |at least )?)(?:(?:total )?length )?(\d+)/,
  /\b(?:received|given|got|passed):? (\d+)(?! [a-su-z]|\d)/,
  /\b(?:sent|tokens) \(?(\d+)/,
  /(\d+) tokens\b/,
]

/** How many tokens were asked for and how many fit, where a text as `plainWords` leaves it states both. */
export function figuresIn(words: string): TooLongFigures | null {
  const text = words.replace(otherUnits, ' ')
  for (const sum of sums) {
    const { size, answer, limit } = sum.exec(text)?.groups ?? {}
    if (size && answer && limit) return plausible(Number(size) + Number(answer), Number(limit))
  }
  const limit = firstOf(limits, text)
  if (limit === undefined) return null
  const size = sizeIn(`${text.slice(0, limit.from)}#${text.slice(limit.to)}`)
  return size === undefined ? null : plausible(size, limit.count)
}

function sizeIn(text: string): number | undefined {
  const total = firstOf(totals, text)
  if (total) return total.count
  const input = firstOf(inputs, text)
  const answer = firstOf(answers, text)
  return input && answer ? input.count + answer.count : firstOf(sizes, text)?.count
}

interface Place {
  readonly count: number
  readonly from: number
  readonly to: number
}

/** The number that the first pattern which matches captures. */
function firstOf(patterns: readonly RegExp[], text: string): Place | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    const digits = match?.[1]
    if (!match || digits === undefined) continue
    const from = match.index + match[0].lastIndexOf(digits)
    return { count: Number(digits), from, to: from + digits.length }
  }
  return undefined
}

/** Figures under which the request would have fitted were misread, and are none. */
export function plausible(size: number, limit: number): TooLongFigures | null {
  return Number.isSafeInteger(size) && Number.isSafeInteger(limit) && limit > 0 && size >= limit
    ? { size, limit }
    : null
}
