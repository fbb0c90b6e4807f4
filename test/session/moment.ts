/** When a process that makes turns is killed. */
export type Moment =
  /** At an event of its session, counted from 1, which was printed before. */
  | { readonly kind: 'event'; readonly at: number }
  /** At a call of its store, counted from 1: before it began, or after it ended. */
  | { readonly kind: 'store'; readonly at: number; readonly after: boolean }
  /** From outside: so many milliseconds after so many events. */
  | { readonly kind: 'time'; readonly at: number; readonly milliseconds: number }

/** A turn of the script has about so many events, and calls its store so often. */
const eventsOfTurn = 90
const storeCallsOfTurn = 330
/** A kill from outside comes up to so many milliseconds late. */
const latest = 25

/** A moment of each kind in turn, spread over one turn and the beginning of the next. `random` gives numbers from 0 up to 1. */
export function momentOf(number: number, random: () => number): Moment {
  const within = (count: number): number => 1 + Math.floor(random() * count * 1.1)
  if (number % 3 === 0) return { kind: 'store', at: within(storeCallsOfTurn), after: random() < 0.5 }
  if (number % 3 === 1) return { kind: 'event', at: within(eventsOfTurn) }
  return { kind: 'time', at: within(eventsOfTurn), milliseconds: random() * latest }
}
