import { type Finding, findingOf } from './finding.ts'

const beginning = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g
const ending = /-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/y
/** What tells a key from the words of a program that makes one. */
const keyLike = /[A-Za-z0-9+/]{32}/
/** Lines of a key that was cut off. */
const keyLines = /(?:\s*[A-Za-z0-9+/=]{32,})+/y

/** Private keys in PEM and PGP armour, whole or cut off before their end. Takes time in proportion to the text. */
export function privateKeyFindings(text: string): Finding[] {
  const findings: Finding[] = []
  for (const { 0: head, index } of text.matchAll(beginning)) {
    const end = endOfKey(text, index + head.length)
    if (end !== undefined) findings.push(findingOf('private-key', index, end))
  }
  return findings
}

function endOfKey(text: string, from: number): number | undefined {
  const next = text.indexOf('-----', from)
  if (next >= 0) {
    const end = matchAt(ending, text, next)
    if (end !== undefined && keyLike.test(text.slice(from, next))) return end
  }
  return matchAt(keyLines, text, from)
}

/** Where a match that begins there ends. */
function matchAt(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at
  return sticky.test(text) ? sticky.lastIndex : undefined
}
