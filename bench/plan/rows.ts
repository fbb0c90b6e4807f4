import type { ChildResult } from '../frame/child.ts'
import type { Row } from '../frame/report.ts'
import { passMilliseconds, plansOf, resultOf, type SizeResult } from './checks.ts'
import { type Passed, type PeerTimed, type Planned, peerMilliseconds, peersUpTo } from './task.ts'

/**
 * The rows of one length. Every row has the same columns. `ratio` says how many times as long it takes as what `to` names; peak
 * memory is that of the process which did this and nothing else.
 */
export function rowsOf(result: SizeResult): Row[] {
  return [
    ...passRows(result),
    ...planRows(result),
    peerRow(result, 'trimMessages, exact counter', result.exact),
    peerRow(result, 'trimMessages, memoised counts', result.memoised),
    peerRow(result, 'pruneMessages (no budget)', result.prune),
  ]
}

interface Cells {
  readonly what: string
  readonly medianMs?: number | undefined
  readonly p95Ms?: number
  readonly rounds?: number
  readonly ratio?: number | undefined
  readonly to?: string
  readonly kept?: number
  readonly peakMegabytes?: number | undefined
  readonly note?: string
}

function row({ messages, sizeFactor }: SizeResult, cells: Cells): Row {
  const {
    what,
    medianMs = null,
    p95Ms = null,
    rounds = null,
    ratio = null,
    to = '',
    kept = null,
    peakMegabytes = null,
    note = '',
  } = cells
  return {
    messages,
    sizeFactor,
    what,
    medianMs,
    p95Ms,
    rounds,
    ratio,
    to: ratio === null ? '' : to,
    kept,
    peakMegabytes,
    note,
  }
}

function passRows(result: SizeResult): Row[] {
  const { passes, peerPass, filled } = result
  const [first] = passes
  const ours = passMilliseconds(result)
  const stored = resultOf(filled)
  const counted = resultOf(first)
  return [
    row(result, {
      what: 'one pass of our tokenizer',
      medianMs: ours,
      rounds: passes.length,
      peakMegabytes: peakOf(first),
      note: counted ? passNote(counted, result) : '',
    }),
    row(result, {
      what: 'first: storing and counting',
      medianMs: stored?.milliseconds,
      rounds: 1,
      ratio: stored && stored.milliseconds / ours,
      to: 'our tokenizer',
      peakMegabytes: peakOf(filled),
      note: stored
        ? `store ${stored.storeMegabytes.toFixed(0)} MB, ${Math.round((stored.nodes / stored.milliseconds) * 1000)} nodes a second`
        : '',
    }),
    peerPassRow(result, peerPass),
  ]
}

/** The peer's pass may be over the beginning only: its ratio compares time per token. */
function peerPassRow(result: SizeResult, peer: ChildResult<Passed>): Row {
  const ours = resultOf(result.passes[0])
  const theirs = resultOf(peer)
  return row(result, {
    what: 'one pass of gpt-tokenizer',
    medianMs: theirs?.milliseconds,
    rounds: 1,
    ratio: ours && theirs && theirs.milliseconds / theirs.tokens / (passMilliseconds(result) / ours.tokens),
    to: 'our tokenizer, per token',
    peakMegabytes: peakOf(peer),
    note: theirs ? passNote(theirs, result) : '',
  })
}

function passNote({ messages, tokens, megabytes }: Passed, result: SizeResult): string {
  const of = messages === result.messages ? '' : `the first ${messages} messages: `
  return `${of}${tokens} tokens, ${megabytes.toFixed(1)} MB`
}

function planRows(result: SizeResult): Row[] {
  const { warmed } = result
  const done = resultOf(warmed)
  if (!done) return []
  const peakMegabytes = peakOf(warmed)
  return [
    row(result, {
      what: 'first plan after opening, rendered and stored',
      medianMs: done.firstMilliseconds,
      rounds: 1,
      peakMegabytes,
    }),
    ...done.plans.map((planned) => row(result, { ...cellsOf(planned), what: nameOf(planned), peakMegabytes })),
  ]
}

function nameOf({ what, strategy }: Planned): string {
  return what === 'plan' ? `plan, ${strategy}` : `plan, render, store, ${strategy}`
}

function cellsOf({ median, p95, rounds, kept }: Omit<PeerTimed, 'what'>): Omit<Cells, 'what'> {
  return { medianMs: median, p95Ms: p95, rounds, kept }
}

function peerRow(result: SizeResult, what: string, peer: ChildResult<PeerTimed> | undefined): Row {
  const limit = `${peerMilliseconds / 1000} seconds`
  if (!peer) {
    const why =
      result.messages > peersUpTo ? 'it holds every message in memory' : `fewer messages did not end in ${limit}`
    return row(result, { what, note: `not run: ${why}` })
  }
  if (peer.kind === 'timed-out') return row(result, { what, note: `did not end in ${limit}` })
  const ours = plansOf(result).find(({ strategy }) => strategy === 'rollingWindow')
  return row(result, {
    ...cellsOf(peer.result),
    what,
    ratio: ours && peer.result.median / ours.median,
    to: 'plan, rollingWindow',
    peakMegabytes: peer.peakMegabytes,
  })
}

function peakOf(from: ChildResult<unknown> | undefined): number | undefined {
  return from?.kind === 'done' ? from.peakMegabytes : undefined
}
