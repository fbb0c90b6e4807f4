import type { Bar, Candidate } from './candidate.ts'
import type { Digest } from './content/digest.ts'
import type { Measure } from './content/measure.ts'

/** One text that goes into the system text. */
export interface SystemText {
  readonly id: string
  readonly text: string
  /** Where its content is found when the plan is rendered. */
  readonly content?: Digest
  readonly bar?: Bar
}

/**
 * The system text as candidates, in the order given: agent, conversation, instructions. Each is trimmed, blank ones are
 * barred as empty, and each costs what it adds to the text that they are joined to, so that the sizes together are that of
 * the whole. The first that is not barred also bears what the message around it costs.
 */
export function systemCandidates(texts: readonly SystemText[], measure: Measure, perMessage = 0): Candidate[] {
  let joined = ''
  return texts.map(({ id, text, content, bar }): Candidate => {
    const trimmed = text.trim()
    const barred = bar ?? (trimmed === '' ? 'empty' : undefined)
    const before = joined === '' ? -perMessage : measure.count(joined)
    if (barred === undefined) joined = joined === '' ? trimmed : `${joined}\n\n${trimmed}`
    const size = barred === undefined ? measure.count(joined) - before : measure.count(trimmed)
    return {
      id,
      section: 'system',
      forms: [{ kind: 'full', size, ...(content === undefined ? {} : { content }) }],
      ...(barred === undefined ? {} : { bar: barred }),
    }
  })
}
