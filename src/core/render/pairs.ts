import type { ToolCallPart, ToolResultPart } from '../content/part.ts'
import { groupParts, type PlacedPart, placeMessages } from './merge.ts'
import type { Message } from './message.ts'

/** A tool result that is not sent, because no call before it is open. */
export interface UnmatchedResult {
  readonly callId: string
  readonly reason: 'unmatched-result'
}

/** What repair came to. */
export interface Repaired<Sent> {
  readonly sent: readonly Sent[]
  readonly leftOut: readonly UnmatchedResult[]
}

/**
 * Messages in which every tool call has exactly one result, directly behind it, in call order and ahead of anything else
 * in the user message. A missing result is filled, a late one moves to its call, of two the first counts; results that
 * answer no open call before them are left out and reported. Where an id was used again, a result answers the latest
 * message that has it open. Messages with nothing left are dropped and neighbours of one role merge. Messages that need
 * no repair come back equal. A part that moves brings the nodes of its message along. The input is never changed; the
 * time is linear.
 */
export function repairPairs(messages: readonly Message[]): {
  messages: Message[]
  leftOut: readonly UnmatchedResult[]
} {
  const { sent, leftOut } = repairParts(placeMessages(messages))
  return { messages: groupParts(sent), leftOut }
}

/** `repairPairs` on parts that are not grouped into messages yet. A call always speaks for the model. */
export function repairParts(placed: readonly PlacedPart[]): Repaired<PlacedPart> {
  const { answers, leftOut } = matchResults(placed)
  const sent: PlacedPart[] = []
  let open: PlacedPart[] = []
  const answer = (): void => {
    for (const call of open) sent.push(answers.get(call) ?? filledFor(call))
    open = []
  }
  for (const each of placed) {
    const spoken = speakerOf(each)
    if (spoken.role !== 'assistant') answer()
    if (each.part.kind === 'tool-result') continue
    sent.push(spoken)
    if (each.part.kind === 'tool-call') open.push(each)
  }
  answer()
  return { sent, leftOut }
}

/** The result that stands for one that was never recorded, so that a provider takes the call. */
function filledResult({ callId, name }: ToolCallPart): ToolResultPart {
  return { kind: 'tool-result', callId, name, content: [{ kind: 'text', text: fillerText }], filled: true }
}

/** What a filled result says. */
export const fillerText = 'No result was recorded for this call.'

function filledFor(call: PlacedPart): PlacedPart {
  return { role: 'user', part: filledResult(call.part as ToolCallPart), nodes: [], edge: false }
}

/** Calls speak for the model and results for the user, whoever is said to have written them. */
function speakerOf(placed: PlacedPart): PlacedPart {
  const { kind } = placed.part
  const role = kind === 'tool-call' ? 'assistant' : kind === 'tool-result' ? 'user' : placed.role
  return role === placed.role ? placed : { ...placed, role }
}

/** Calls of one message that share an id and wait for their results; the first of them is answered first. */
interface Waiting {
  readonly message: number
  readonly calls: PlacedPart[]
  answered: number
}

/** Joins each result to its call, walking once: what comes before its call, or after another answer, matches nothing. */
function matchResults(placed: readonly PlacedPart[]): {
  answers: ReadonlyMap<PlacedPart, PlacedPart>
  leftOut: readonly UnmatchedResult[]
} {
  const answers = new Map<PlacedPart, PlacedPart>()
  const leftOut: UnmatchedResult[] = []
  const waiting = new Map<string, Waiting[]>()
  let message = 0
  let speaker: PlacedPart['role'] | undefined
  for (const each of placed) {
    const { role } = speakerOf(each)
    if (role !== speaker) message++
    speaker = role
    const { part } = each
    if (part.kind === 'tool-call') expectResult(waiting, part.callId, message, each)
    if (part.kind !== 'tool-result') continue
    const call = takeOpen(waiting, part.callId)
    if (call) answers.set(call, speakerOf(each))
    else leftOut.push({ callId: part.callId, reason: 'unmatched-result' })
  }
  return { answers, leftOut }
}

function expectResult(waiting: Map<string, Waiting[]>, callId: string, message: number, call: PlacedPart): void {
  const groups = waiting.get(callId) ?? []
  const last = groups.at(-1)
  if (last?.message === message) last.calls.push(call)
  else groups.push({ message, calls: [call], answered: 0 })
  waiting.set(callId, groups)
}

function takeOpen(waiting: ReadonlyMap<string, Waiting[]>, callId: string): PlacedPart | undefined {
  const groups = waiting.get(callId)
  const last = groups?.at(-1)
  const call = last?.calls[last.answered]
  if (!groups || !last) return undefined
  last.answered++
  if (last.answered === last.calls.length) groups.pop()
  return call
}
