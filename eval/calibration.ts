import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import { countTokens as p50k } from 'gpt-tokenizer/encoding/p50k_base'
import { countTokens as r50k } from 'gpt-tokenizer/encoding/r50k_base'
import type { Measurement } from '../bench/frame/command.ts'
import { atMost, type Row, rounded } from '../bench/frame/report.ts'
import { estimate } from '../src/core/content/measure.ts'
import type { Observation } from '../src/tokenizers/calibrator.ts'
import { scriptCalibrator } from '../src/tokenizers/script/script-calibrator.ts'
import { scriptMeasure } from '../src/tokenizers/script/script-measure.ts'
import { priorWeights } from '../src/tokenizers/script/weights.ts'
import { kinds } from './calibration/kind-of.ts'
import { conversationCalls, numbers, type Part, requestsOf } from './calibration/requests.ts'
import { type Piece, readCorpus } from './calibration/texts.ts'

/** Tokenizers that a server may count with. The last two are of another family: they take indented code and other scripts apart. */
const servers = { o200k_base: o200k, cl100k_base: cl100k, p50k_base: p50k, r50k_base: r50k }
const asText = { disallowedSpecial: new Set<string>() }

const defaultFolder = '../shared/eval'
const stages = [1, 3, 10, 30] as const
/** So many times it is learned from other calls. */
const lessons = 15
const requests = 40
const target = 5

/** How far an estimate is from what a server counts that has another tokenizer, before and after it was calibrated on other text. */
export const calibration: Measurement = {
  name: 'calibration',
  about: `estimates against exact counts, before and after calibration, on texts of this repository, its dependencies and DIR (default ${defaultFolder}, if it is there); errors in per cent`,
  usage: '[DIR]',
  options: {},
  most: 1,
  async run({ arguments: [folder = defaultFolder], say }) {
    const { learned, tested } = await readCorpus(folder)
    say(`${learned.length} pieces to learn from, ${tested.length} to test on`)
    const rows = Object.entries(servers).flatMap(([server, count]) => {
      say(server)
      const counted = (piece: Piece): CountedPart => countPart(piece, (text) => count(text, asText))
      return rowsOf(server, learned.map(counted), tested.map(counted))
    })
    const worst = kinds.map((kind) => {
      const errors = rows.filter((row) => row.kind === kind).map((row) => Number(row.after30))
      return atMost(`median error after 30 calls, ${kind}, worst server`, Math.max(...errors), target)
    })
    return { rows, checks: worst }
  },
}

interface CountedPart extends Part {
  readonly estimate: number
  readonly features: readonly number[]
}

function countPart({ kind, text }: Piece, count: (text: string) => number): CountedPart {
  return { kind, tokens: count(text), estimate: estimate.count(text), features: scriptCalibrator.features([text]) }
}

/** A row for each kind of text: median and 90th percentile of the error at each stage. */
function rowsOf(server: string, learned: readonly CountedPart[], tested: readonly CountedPart[]): Row[] {
  const next = numbers(1)
  const stagesLearned = stages.map((stage) => ({ stage, measures: measuresAfter(stage, learned, next) }))
  return [...kinds, 'mixed' as const].map((kind) => {
    const asked = requestsOf(tested, kind, requests, next)
    const observations = asked.map(observationOf)
    const usual = [scriptMeasure(priorWeights).id]
    const plain = asked.map((parts) =>
      off(sum(parts.map((part) => part.estimate)), sum(parts.map((part) => part.tokens))),
    )
    return Object.assign(
      {
        server,
        kind,
        tokens: Math.round(
          quantile(
            observations.map(({ tokens }) => tokens),
            0.5,
          ),
        ),
      },
      columns('estimate', plain),
      columns('prior', errorsOf(usual, observations)),
      ...stagesLearned.map(({ stage, measures }) => columns(`after${stage}`, errorsOf(measures, observations))),
    )
  })
}

function measuresAfter(calls: number, learned: readonly CountedPart[], next: () => number): readonly string[] {
  return Array.from({ length: lessons }, () => {
    const made = conversationCalls(learned, calls, next).map(observationOf).toReversed()
    return scriptCalibrator.learn(made)?.measure ?? scriptMeasure(priorWeights).id
  })
}

function observationOf(parts: readonly CountedPart[]): Observation {
  const features = (parts[0]?.features ?? []).map((_, at) => sum(parts.map((part) => part.features[at] ?? 0)))
  return { features, tokens: sum(parts.map(({ tokens }) => tokens)) }
}

function errorsOf(measures: readonly string[], observations: readonly Observation[]): readonly number[] {
  return measures.flatMap((measure) =>
    observations.map(({ features, tokens }) => off(scriptCalibrator.estimate(measure, features) ?? 0, tokens)),
  )
}

/** The error in per cent. */
function off(size: number, tokens: number): number {
  return (Math.abs(size - tokens) / Math.max(1, tokens)) * 100
}

function columns(name: string, errors: readonly number[]): Row {
  return { [name]: rounded(quantile(errors, 0.5)), [`${name}P90`]: rounded(quantile(errors, 0.9)) }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
