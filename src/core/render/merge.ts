import type { Part, TextPart } from '../content/part.ts'
import type { Message, Role } from './message.ts'

/** What stands between two texts that are joined. */
export const blankLine = '\n\n'

/** One contribution to the messages: a node, or anything else that is sent. A piece without `node` leaves no provenance. */
export interface Piece {
  readonly role: Role
  readonly parts: readonly Part[]
  readonly node?: string
  /** A section ends behind it: the text that follows stays a part of its own. */
  readonly edge?: boolean
}

/** A part on its way into a message: who speaks, where it comes from, and whether a section ends behind it. */
export interface PlacedPart {
  readonly role: Role
  readonly part: Part
  readonly nodes: readonly string[]
  readonly edge: boolean
}

/**
 * Pieces as messages. Text is trimmed and empty pieces are skipped; neighbours of one role become one message, in which
 * plain texts that meet are joined by a blank line. What is not text, and text with provider data, goes through as it
 * is. No two neighbours of the result have one role.
 */
export function mergeMessages(pieces: readonly Piece[]): Message[] {
  return groupParts(placePieces(pieces))
}

/** The parts of pieces, one by one, without blank texts. An edge behind a blank one moves to the part ahead of it. */
export function placePieces(pieces: readonly Piece[]): PlacedPart[] {
  const placed: PlacedPart[] = []
  for (const { role, parts, node, edge = false } of pieces) {
    const nodes = node === undefined ? [] : [node]
    for (const part of parts) {
      const sent = tidy(part)
      if (sent) placed.push({ role, part: sent, nodes, edge: false })
    }
    const last = placed.at(-1)
    if (edge && last) placed[placed.length - 1] = { ...last, edge }
  }
  return placed
}

/** The parts of messages, one by one. Each carries the whole provenance of its message. */
export function placeMessages(messages: readonly Message[]): PlacedPart[] {
  const placed: PlacedPart[] = []
  for (const { role, parts, nodes, edges } of messages) {
    const ends = new Set(edges)
    parts.forEach((part, at) => {
      const sent = tidy(part)
      const last = placed.at(-1)
      if (sent) placed.push({ role, part: sent, nodes, edge: ends.has(at) })
      else if (last && ends.has(at)) placed[placed.length - 1] = { ...last, edge: true }
    })
  }
  return placed
}

/** Placed parts as messages; see `mergeMessages`. */
export function groupParts(placed: readonly PlacedPart[]): Message[] {
  const messages: Message[] = []
  let start = 0
  for (let at = 1; at <= placed.length; at++) {
    if (at < placed.length && placed[at]?.role === placed[start]?.role) continue
    if (at > start) messages.push(messageOf(placed.slice(start, at)))
    start = at
  }
  return messages
}

function messageOf(run: readonly PlacedPart[]): Message {
  const parts: Part[] = []
  const edges: number[] = []
  let texts: TextPart[] = []
  const close = (): void => {
    const [only] = texts
    if (only)
      parts.push(texts.length === 1 ? only : { kind: 'text', text: texts.map(({ text }) => text).join(blankLine) })
    texts = []
  }
  for (const { part, edge } of run) {
    if (isPlainText(part)) texts.push(part)
    else {
      close()
      parts.push(part)
    }
    if (!edge) continue
    close()
    edges.push(parts.length - 1)
  }
  close()
  const nodes = [...new Set([...new Set(run.map((placed) => placed.nodes))].flat())]
  const role = run[0]?.role ?? 'user'
  return edges.length === 0 ? { role, parts, nodes } : { role, parts, nodes, edges }
}

/** The messages with only the parts that pass; what becomes empty goes, and neighbours of one role merge. */
export function keepParts(messages: readonly Message[], passes: (placed: PlacedPart) => boolean): Message[] {
  return groupParts(placeMessages(messages).filter(passes))
}

/** Text without provider data, which may be joined to its neighbours. */
function isPlainText(part: Part): part is TextPart {
  return part.kind === 'text' && part.provider === undefined
}

/** The part as it is sent: plain text trimmed, or nothing where that leaves none. */
function tidy(part: Part): Part | undefined {
  if (!isPlainText(part)) return part
  const text = part.text.trim()
  if (text === '') return undefined
  return text === part.text ? part : { kind: 'text', text }
}
