import type { Json } from '../core/content/json.ts'
import { findSecrets } from './find-secrets.ts'
import type { Finding } from './finding.ts'

/** The text with each secret replaced by `[secret: KIND]`. To redact again changes nothing. */
export async function redact(text: string): Promise<string> {
  return replaced(text, 0, await findSecrets(text))
}

/**
 * A JSON value in which every secret is replaced, in texts and in the names of fields. All texts are looked through at once, each
 * behind the name of its field, which is what some secrets are known by. A value without secrets comes back as it is; else
 * `onFound` is told how many there were.
 */
export async function redactJson<T extends Json>(value: T, onFound?: (secrets: number) => void): Promise<T> {
  const pieces: Piece[] = []
  let length = 0
  const add = (text: string): void => {
    pieces.push({ text, start: length })
    length += text.length
  }
  collect(value, '', add)
  const findings = await findSecrets(pieces.map(({ text }) => text).join(''))
  if (findings.length === 0) return value
  onFound?.(findings.length)
  const texts = new Map(withFindings(pieces, findings))
  return rebuild(value, (text) => texts.get(text) ?? text) as T
}

/** Nothing that is one secret goes on past it. */
const separator = '\u0000\n'

interface Piece {
  readonly text: string
  readonly start: number
}

function collect(value: Json | undefined, name: string, add: (text: string) => void): void {
  if (typeof value === 'string') {
    add(`${separator}${name} = `)
    add(value)
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, name, add)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      add(separator)
      add(key)
      collect(each, key, add)
    }
  }
}

/** What becomes of each text that a finding touches; a text stands for itself wherever it occurs. */
function* withFindings(pieces: readonly Piece[], findings: readonly Finding[]): Generator<[string, string]> {
  let next = 0
  for (const { text, start } of pieces) {
    const end = start + text.length
    while ((findings[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    const touching: Finding[] = []
    for (let at = next; (findings[at]?.start ?? end) < end; at++) touching.push(findings[at] as Finding)
    if (touching.length > 0) yield [text, replaced(text, start, touching)]
  }
}

function rebuild(value: Json | undefined, text: (text: string) => string): Json | undefined {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((each) => rebuild(each, text) ?? null)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), rebuild(each, text)]))
}

/** The text with the parts of the findings that lie in it replaced; it stands at `offset` where they were found. */
function replaced(text: string, offset: number, findings: readonly Finding[]): string {
  let result = ''
  let from = 0
  for (const { start, end, replacement } of findings) {
    result += text.slice(from, Math.max(0, start - offset)) + replacement
    from = Math.min(text.length, end - offset)
  }
  return result + text.slice(from)
}
