import type { Part } from '../../../core/content/part.ts'
import type { Call } from '../../../history/calls/call.ts'
import type { AnswerPart, ModelEvent } from '../../../models/language-model.ts'

/** What there is of an answer while it comes. */
export interface Answer {
  readonly parts: readonly AnswerPart[]
  /** Text that came behind the last part that is complete. */
  readonly begun: string
  /** Why the input of a call could not be read, by call id. */
  readonly faults: ReadonlyMap<string, string>
  /** The end; null until it came. */
  readonly end: Extract<ModelEvent, { kind: 'finish' }> | null
}

/** Before anything came. */
export const noAnswer: Answer = { parts: [], begun: '', faults: new Map(), end: null }

/** The answer with one more event. */
export function withEvent(answer: Answer, event: ModelEvent): Answer {
  switch (event.kind) {
    case 'text-delta':
      return { ...answer, begun: answer.begun + event.text }
    case 'part': {
      const { part, fault } = event
      const faults =
        fault === undefined || part.kind !== 'tool-call'
          ? answer.faults
          : new Map([...answer.faults, [part.callId, fault]])
      return {
        ...answer,
        parts: [...answer.parts, part],
        begun: part.kind === 'text' ? '' : answer.begun,
        faults,
      }
    }
    case 'finish':
      return { ...answer, end: event }
    case 'reasoning-delta':
    case 'tool-input-start':
      return answer
    default:
      return event satisfies never
  }
}

/**
 * What is kept of an answer: its parts without empty texts; of one that was interrupted also the text that had begun.
 * Reasoning that nothing follows is not kept then, since no provider takes it back alone.
 */
export function keptParts({ parts, begun, end }: Answer): readonly Part[] {
  const said: Part[] = parts.filter((part) => part.kind !== 'text' || part.text !== '' || part.provider !== undefined)
  if (end !== null) return said
  const whole: Part[] = begun === '' ? said : [...said, { kind: 'text', text: begun }]
  return whole.slice(0, whole.findLastIndex(({ kind }) => kind !== 'reasoning') + 1)
}

/** Whether there is anything in an answer that a person or a tool could use. */
export function saysSomething(parts: readonly Part[]): boolean {
  return parts.some((part) => (part.kind === 'text' ? part.text.trim() !== '' : part.kind !== 'reasoning'))
}

/** The facts of a call that its end brings. */
export function factsOfEnd({ end }: Answer): Partial<Call> {
  if (end === null) return {}
  const { reason, rawReason, usage, rawUsage, responseId, responseModel } = end
  return { finish: reason, rawFinish: rawReason, usage, rawUsage, responseId, responseModel }
}
