import {
  clearMergeCache,
  countTokens,
  DEFAULT_MERGE_CACHE_SIZE,
  setMergeCacheSize,
} from 'gpt-tokenizer/encoding/o200k_base'
import { characters, estimate } from '../src/core/content/measure.ts'
import { exactMeasure } from '../src/tokenizers/exact.ts'
import { exactId } from './engine.ts'
import type { Measurement } from './frame/command.ts'
import { atMost, type Check, type Row } from './frame/report.ts'
import { timeRounds } from './frame/rounds.ts'
import { type Corpus, corpora, type LongRun, longRuns } from './tokens/corpora.ts'
import { comparedFiles } from './tokens/files.ts'

/** Something that counts a text. */
interface Tokenizer {
  readonly name: string
  readonly exact: boolean
  count(text: string): number
}

const mostOfARun = 3000
const runRounds = 11

/** Our measures beside gpt-tokenizer. */
export const tokens: Measurement = {
  name: 'tokens',
  about:
    'exact counts beside gpt-tokenizer, with and without its cache, and beside estimate and characters; with --files, ' +
    'both on every text file under a folder',
  usage: '[--files node_modules]',
  options: { files: { type: 'string' } },
  most: 0,
  async run({ options, say }) {
    if (typeof options.files === 'string') return comparedFiles(options.files, say)
    const tokenizers = await allTokenizers()
    const rows: Row[] = []
    const checks: Check[] = []
    for (const corpus of corpora()) {
      say(corpus.name)
      rows.push(...(await againstOurs(tokenizers, (tokenizer) => timeCorpus(tokenizer, corpus))))
    }
    for (const run of longRuns()) {
      say(run.name)
      const timed = await againstOurs(tokenizers, (tokenizer) => timeRun(tokenizer, run))
      rows.push(...timed)
      const ours = timed[0]?.p95Ms
      if (typeof ours === 'number') checks.push(atMost(`${run.name}, ms (95 of 100 times)`, ours, 100))
    }
    return { rows, checks: [...checks, atMost('texts that gpt-tokenizer counts otherwise', differing(rows), 0)] }
  },
}

async function allTokenizers(): Promise<Tokenizer[]> {
  const ours = await exactMeasure(exactId)
  const everything = { disallowedSpecial: new Set<string>() }
  const peer = (text: string): number => countTokens(text, everything)
  return [
    { name: `Heddle ${exactId}`, exact: true, count: ours.count },
    { name: 'gpt-tokenizer', exact: true, count: peer },
    { name: withoutCache, exact: true, count: peer },
    { name: 'Heddle estimate', exact: false, count: estimate.count },
    { name: 'Heddle characters', exact: false, count: characters.count },
  ]
}

const withoutCache = 'gpt-tokenizer without cache'

/** One row for each tokenizer; `ratio` is its time over ours. */
async function againstOurs(
  tokenizers: readonly Tokenizer[],
  time: (tokenizer: Tokenizer) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const tokenizer of tokenizers) {
    setMergeCacheSize(tokenizer.name === withoutCache ? 0 : DEFAULT_MERGE_CACHE_SIZE)
    clearMergeCache()
    const row = await time(tokenizer)
    const [first = row] = rows
    rows.push({
      ...row,
      ratio: Number(row.medianMs) / Number(first.medianMs),
      same: sameAs(first, row, tokenizer),
    })
  }
  return rows
}

function sameAs(first: Row, row: Row, { exact }: Tokenizer): string {
  if (!exact) return ''
  return first.count === row.count ? 'yes' : 'no'
}

function differing(rows: readonly Row[]): number {
  return rows.filter(({ same }) => same === 'no').length
}

/** Warm, but each round counts texts that were not seen before; `again` counts the last of them once more. */
async function timeCorpus({ name, count }: Tokenizer, { name: text, chunks }: Corpus): Promise<Row> {
  let counted = 0
  const warmUp = Math.floor(chunks.length / 3)
  const countChunk = (round: number): void => {
    for (const each of chunks[round] ?? []) counted += count(each)
  }
  const fresh = await timeRounds(countChunk, { warmUp, most: chunks.length - warmUp, milliseconds: 60_000 })
  const total = counted
  const again = await timeRounds(() => countChunk(chunks.length - 1), { warmUp: 1, most: 10 })
  const length = chunks.slice(warmUp).flat().join('').length / (chunks.length - warmUp)
  return {
    text,
    tokenizer: name,
    count: total,
    rounds: fresh.rounds,
    medianMs: fresh.median,
    p95Ms: fresh.p95,
    megabytesPerSecond: length / fresh.median / 1000,
    againMs: again.median,
  }
}

/** `count` is that of the first round. */
async function timeRun({ name, count }: Tokenizer, { name: text, text: textOf }: LongRun): Promise<Row> {
  const runs = Array.from({ length: runRounds }, (_, round) => textOf(round))
  let first = 0
  const timing = await timeRounds(
    (round) => {
      const counted = count(runs[round] ?? '')
      if (round === 0) first = counted
    },
    { warmUp: 1, most: runRounds - 1, milliseconds: mostOfARun },
  )
  const [run = ''] = runs
  return {
    text,
    tokenizer: name,
    count: first,
    rounds: timing.rounds,
    medianMs: timing.median,
    p95Ms: timing.p95,
    megabytesPerSecond: run.length / timing.median / 1000,
    againMs: null,
  }
}
