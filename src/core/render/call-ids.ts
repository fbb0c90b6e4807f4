import type { Part } from '../content/part.ts'
import type { Message } from './message.ts'

/** What a provider takes as the id of a call: the characters that it refuses, and how long it may be. */
export interface CallIdRule {
  readonly refused: RegExp
  readonly longest: number
}

/**
 * Messages whose call ids are unique and such as the provider takes; an id that is so already stays. Calls must have their
 * results directly behind them, in call order.
 */
export function withCallIds(messages: readonly Message[], rule: CallIdRule): Message[] {
  const used = new Set<string>()
  const uses = new Map<string, number>()
  const sentIdOf = (callId: string): string => {
    const base = callId.replace(rule.refused, '_').slice(0, rule.longest) || 'call'
    let sent = base
    for (let use = (uses.get(base) ?? 0) + 1; used.has(sent); use++) {
      uses.set(base, use)
      const suffix = `_${use + 1}`
      sent = base.slice(0, rule.longest - suffix.length) + suffix
    }
    used.add(sent)
    return sent
  }
  let open: string[] = []
  let answered = 0
  const rename = (part: Part): Part => {
    if (part.kind === 'tool-call') {
      const callId = sentIdOf(part.callId)
      open.push(callId)
      return callId === part.callId ? part : { ...part, callId }
    }
    if (part.kind !== 'tool-result') return part
    const callId = open[answered++] ?? part.callId
    return callId === part.callId ? part : { ...part, callId }
  }
  return messages.map((message) => {
    if (message.role === 'assistant') {
      open = []
      answered = 0
    }
    return { ...message, parts: message.parts.map(rename) }
  })
}
