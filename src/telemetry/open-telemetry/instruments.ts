import type { Histogram, MeterProvider } from '@opentelemetry/api'
import { type Call, inputOf } from '../../history/calls/call.ts'
import { identifier } from '../identifier.ts'
import { errorType, modelAttributes, timeToFirstChunk } from './attributes.ts'

/** The histograms of a meter provider. */
export interface Instruments {
  readonly tokens: Histogram
  readonly duration: Histogram
  readonly firstChunk: Histogram
  readonly planDuration: Histogram
  readonly planUsed: Histogram
}

/** Boundaries as the conventions ask for them: powers of four in tokens, doublings in seconds. */
const tokenBoundaries = Array.from({ length: 14 }, (_, power) => 4 ** power)
const secondBoundaries = Array.from({ length: 14 }, (_, power) => 2 ** power / 100)
const planBoundaries = Array.from({ length: 14 }, (_, power) => 2 ** power / 10_000)

export function makeInstruments(provider: MeterProvider, scope: string, schemaUrl: string): Instruments {
  const meter = provider.getMeter(scope, undefined, { schemaUrl })
  const histogram = (name: string, unit: string, description: string, boundaries: number[]): Histogram =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: boundaries } })
  return {
    tokens: histogram('gen_ai.client.token.usage', '{token}', 'Tokens of input and output.', tokenBoundaries),
    duration: histogram('gen_ai.client.operation.duration', 's', 'How long a call took.', secondBoundaries),
    firstChunk: histogram(
      'gen_ai.client.operation.time_to_first_chunk',
      's',
      'How long the first piece of an answer took.',
      secondBoundaries,
    ),
    planDuration: histogram('heddle.plan.duration', 's', 'How long a plan took.', planBoundaries),
    planUsed: histogram('heddle.plan.used', '{token}', 'The size of a plan, in its measure.', tokenBoundaries),
  }
}

/** Records a call that has ended. */
export function recordCall({ tokens, duration, firstChunk }: Instruments, call: Call, at: number): void {
  const { usage, responseModel } = call
  const asked = modelAttributes('chat', call)
  const about = responseModel === null ? asked : { ...asked, 'gen_ai.response.model': identifier(responseModel) }
  const error = errorType(call)
  const took = Math.max(0, (call.endedAt ?? at) - call.startedAt) / 1000
  duration.record(took, error === undefined ? about : { ...about, 'error.type': error })
  const first = timeToFirstChunk(call)
  if (first !== null) firstChunk.record(first, about)
  const input = inputOf(usage)
  if (input !== null) tokens.record(input, { ...about, 'gen_ai.token.type': 'input' })
  const output = usage?.output ?? null
  if (output !== null) tokens.record(output, { ...about, 'gen_ai.token.type': 'output' })
}
