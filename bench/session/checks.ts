import { atMost, type Check, type Row } from '../frame/report.ts'
import { quantile } from '../frame/rounds.ts'
import { type Filled, phases, type TimedTurn, type TurnKind, type Turns, turnKinds } from './task.ts'

/** A peer's turns and what it is called. */
export interface PeerTurns {
  readonly name: string
  readonly turns: Turns
}

/** Everything measured for one length of conversation. */
export interface SessionResult {
  readonly messages: number
  readonly filled: Filled
  /** By limit. */
  readonly turns: readonly Turns[]
  readonly peers: readonly PeerTurns[]
}

/** How much slower a turn of the longest conversation may be than one of the shortest, and still be called flat. */
const flat = 1.5

/** The rows of one length: ours by limit and kind of turn, with the median of each phase, then the peers'. */
export function rowsOf({ messages, turns, peers }: SessionResult): Row[] {
  return [
    ...turns.flatMap((each) => rowsOfTurns(messages, nameOf(each), each)),
    ...peers.flatMap(({ name, turns: each }) => rowsOfTurns(messages, name, each)),
  ]
}

function nameOf({ budget }: Turns): string {
  return budget === null ? 'the whole window' : `a limit of ${budget}`
}

function rowsOfTurns(messages: number, what: string, { timed, longestBefore }: Turns): Row[] {
  return turnKinds.flatMap((kind, at): Row[] => {
    const those = timed.filter((turn) => turn.kind === kind)
    if (those.length === 0) return []
    const totals = those.map(({ total }) => total)
    return [
      {
        messages,
        what,
        turn: kind,
        turns: those.length,
        medianMs: quantile(totals, 0.5),
        p90Ms: quantile(totals, 0.9),
        aCallMs: quantile(totals, 0.5) / (at + 1),
        sent: median(those.flatMap(({ used }) => used ?? [])),
        ...Object.fromEntries(
          phases.map((phase) => [phase, median(those.flatMap((turn) => turn.phases[phase] ?? []))]),
        ),
        longestBefore,
      },
    ]
  })
}

function median(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantile(values, 0.5)
}

/** The targets of the issue: a turn in the longest conversation, and against the shortest. */
export function checksOf(results: readonly SessionResult[]): Check[] {
  const [shortest, longest] = [results[0], results.at(-1)]
  if (!shortest || !longest) return []
  return longest.turns.flatMap((turns, at) => {
    const before = shortest.turns[at]
    return turnKinds.flatMap((kind) => {
      const name = `turn of ${kind}, ${nameOf(turns)}, behind ${longest.messages} messages`
      const own = medianOf(turns, kind)
      return [
        ...(kind === '1 call' ? [atMost(`${name}: median in ms`, own, 10)] : []),
        ...(before === undefined || shortest === longest
          ? []
          : [atMost(`${name}: time ÷ that behind ${shortest.messages}`, own / medianOf(before, kind), flat)]),
      ]
    })
  })
}

function medianOf({ timed }: Turns, kind: TurnKind): number {
  return quantile(
    timed.filter((turn: TimedTurn) => turn.kind === kind).map(({ total }) => total),
    0.5,
  )
}
