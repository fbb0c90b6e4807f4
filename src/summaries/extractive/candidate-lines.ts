import type { SummaryHeading } from '../headings.ts'
import { type Cues, cuesOf } from './cues.ts'
import type { Line } from './line.ts'
import type { Spoken } from './spoken.ts'

/** How well the items of an earlier summary suit their headings again. The next step of then is over. */
const earlier: Readonly<Record<SummaryHeading, number>> = {
  goal: 4,
  decisions: 2,
  state: 0.8,
  files: 1,
  open: 0.5,
  next: 0,
}

/** Where a sentence stands in what was said. */
interface Standing {
  /** How much its author's side said before, and behind: nodes. */
  readonly before: number
  readonly behind: number
  /** From near 0 for the oldest to 1 for the newest. */
  readonly recency: number
  /** Nothing was said by the other side behind it. */
  readonly unanswered: boolean
  /** Its node is the one that says what comes next. */
  readonly announcing: boolean
  /** How many sentences of its node stand before it. */
  readonly within: number
  readonly isLast: boolean
}

/** How many of the model's newest nodes are looked at for what comes next. */
const nextFrom = 3

/**
 * The headings each sentence could stand under, with weights. The goal is what people said first, and last; rules are
 * theirs alone, decisions anybody's; state and next step are the model's. What tools returned is in none.
 */
export function candidateLines(spoken: readonly Spoken[]): Line[] {
  const live = spoken.filter(({ summary }) => summary === undefined)
  const ahead = announcing(live)
  const total = { human: 0, model: 0 }
  for (const { author } of live) total[sideOf(author)]++
  const before = { human: 0, model: 0 }
  return spoken.flatMap((speech, at) => {
    const { node, author, sentences, summary } = speech
    if (summary)
      return summary
        .map(({ heading, text }, within): Line => ({ heading, text, place: [node, within], weight: earlier[heading] }))
        .filter(({ weight }) => weight > 0)
    const side = sideOf(author)
    const other = side === 'human' ? 'model' : 'human'
    const standing = {
      before: before[side],
      behind: total[side] - ++before[side],
      recency: (at + 1) / spoken.length,
      unanswered: before[other] === total[other],
      announcing: speech === ahead,
    }
    return sentences.flatMap((text, within) => {
      const isLast = within === sentences.length - 1
      const weights = weightsOf[side](cuesOf(text), { ...standing, within, isLast })
      return (Object.entries(weights) as [SummaryHeading, number][])
        .filter(([, weight]) => weight > 0)
        .map(([heading, weight]): Line => ({ heading, text, place: [node, within], weight }))
    })
  })
}

/** The newest node of the model that says what comes next, if that is among its last ones; else its last one. */
function announcing(spoken: readonly Spoken[]): Spoken | undefined {
  const models = spoken.filter(({ author }) => author === 'model')
  const announces = ({ sentences }: Spoken): boolean => sentences.some((sentence) => cuesOf(sentence).next)
  return models.slice(-nextFrom).findLast(announces) ?? models.at(-1)
}

function sideOf(author: Spoken['author']): 'human' | 'model' {
  return author === 'human' ? 'human' : 'model'
}

type Weights = Partial<Record<SummaryHeading, number>>

function personWeights(cues: Cues, { before, behind, recency, within, unanswered }: Standing): Weights {
  const begins = before === 0 ? 3 : behind === 0 ? 2 : before <= 2 ? 1 : 0
  return {
    goal: cues.rule && within > 0 ? 0 : (begins * (cues.wish ? 1.5 : 1)) / (1 + within / 4),
    decisions: cues.question ? 0 : (cues.rule ? 1.5 : 0) + (cues.decision ? 1 : 0),
    open: cues.rule ? 0 : (unanswered ? 1.5 : cues.open && !cues.question && before > 0 ? 0.7 : 0) * fresh(recency),
  }
}

function modelWeights(cues: Cues, { behind, recency, within, isLast, unanswered, announcing }: Standing): Weights {
  const tells = !cues.narration && !cues.question
  const asks = cues.question && unanswered && behind === 0
  return {
    decisions: tells && cues.decision ? 1 : 0,
    state: tells ? (cues.result ? 1.5 : 0.5) * fresh(recency) : 0,
    open: (asks ? 1.5 : tells && cues.open ? 1 : 0) * fresh(recency),
    next: announcing ? (cues.next ? 2 + within / 100 : isLast ? 0.6 : 0) : 0,
  }
}

const weightsOf = { human: personWeights, model: modelWeights }

/** What is newer counts for more, down to a tenth at the beginning. */
function fresh(recency: number): number {
  return 0.1 + 0.9 * recency * recency
}
