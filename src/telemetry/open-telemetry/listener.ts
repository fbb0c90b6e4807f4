import {
  type Attributes,
  type Context,
  context,
  type MeterProvider,
  metrics,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from '@opentelemetry/api'
import type { ModelRequest } from '../../core/render/targets/model-message.ts'
import type { Listener, SessionEvent } from '../event.ts'
import { identifier } from '../identifier.ts'
import {
  callAttributes,
  errorType,
  modelAttributes,
  planAttributes,
  toolAttributes,
  toolError,
  turnAttributes,
} from './attributes.ts'
import { inputMessages, outputMessages, promptAttributes, toolResult } from './content.ts'
import { type Instruments, makeInstruments, recordCall } from './instruments.ts'

/** Where spans and metrics go, and what they hold. */
export interface OpenTelemetryOptions {
  /** Default: the one that is registered with the API, also later. */
  readonly tracerProvider?: TracerProvider
  /** Default as above. */
  readonly meterProvider?: MeterProvider
  /** Also what was said, sent and answered, and messages of errors. Default false. */
  readonly content?: boolean
}

const scope = 'heddle'
const schemaUrl = 'https://opentelemetry.io/schemas/1.41.0'

/** Turns that may be open at once; of more, the oldest is closed. */
const mostRuns = 1000

/** A turn that has begun. */
interface OpenRun {
  readonly span: Span
  readonly context: Context
  /** Whose model it asks, for metrics. */
  readonly about: Attributes
  /** What its call sends, where content is asked for. */
  prompt: ModelRequest | null
}

/** One kind of event. */
type Told<Kind extends SessionEvent['kind']> = Extract<SessionEvent, { readonly kind: Kind }>

/** A span that is made when it is over. */
interface Finished {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly from: number
  readonly to: number
}

/**
 * Tells OpenTelemetry of a session by the semantic conventions for generative AI, version 1.41.0: a span `invoke_agent` for each turn, a child
 * of the span that is active when the turn starts, and under it `heddle.plan`, `chat {model}` and `execute_tool {name}`, with the
 * times of the events; and histograms. Without `content` nothing that was said, sent or found is in them. An event whose turn
 * did not start here makes a span of its own; a turn that never ends makes none.
 */
export function openTelemetryListener({
  tracerProvider = trace.getTracerProvider(),
  meterProvider,
  content = false,
}: OpenTelemetryOptions = {}): Listener {
  const tracer = tracerProvider.getTracer(scope, undefined, { schemaUrl })
  const instruments = instrumentsOf(meterProvider)
  const runs = new Map<string, OpenRun>()

  const begin = (event: Told<'turn-start'>): void => {
    end(event.run, event.at)
    const attributes = turnAttributes(event)
    const name = attributes['gen_ai.agent.name']
    const span = tracer.startSpan(name === undefined ? 'invoke_agent' : `invoke_agent ${name}`, {
      kind: SpanKind.INTERNAL,
      attributes,
      startTime: new Date(event.at),
    })
    const about = modelAttributes('chat', event)
    runs.set(event.run, { span, context: trace.setSpan(context.active(), span), about, prompt: null })
    const [oldest] = runs.keys()
    if (oldest !== undefined && runs.size > mostRuns) end(oldest, event.at)
  }

  const end = (run: string, at: number): void => {
    runs.get(run)?.span.end(new Date(at))
    runs.delete(run)
  }

  const finished = (run: string, { name, kind, attributes, from, to }: Finished, add?: (span: Span) => void): void => {
    const parent = runs.get(run)?.context ?? context.active()
    const span = tracer.startSpan(name, { kind, attributes, startTime: new Date(from) }, parent)
    if (span.isRecording()) add?.(span)
    span.end(new Date(Math.max(from, to)))
  }

  const planned = ({ run, at, plan, took, firstCut }: Told<'plan-end'>): void => {
    const attributes = planAttributes(plan, firstCut)
    finished(run, { name: 'heddle.plan', kind: SpanKind.INTERNAL, attributes, from: at - took, to: at })
    const { planDuration, planUsed } = instruments()
    const about = runs.get(run)?.about ?? {}
    planDuration.record(took / 1000, about)
    planUsed.record(plan.budget.used, about)
  }

  const called = ({ run, at, call, parts }: Told<'call-end'>): void => {
    const open = runs.get(run)
    const { model, startedAt, endedAt, finish, retries, error } = call
    const about: Finished = {
      name: `chat ${model}`,
      kind: SpanKind.CLIENT,
      attributes: callAttributes(call),
      from: startedAt,
      to: endedAt ?? at,
    }
    finished(run, about, (span) => {
      for (const retry of retries) span.addEvent('heddle.call.retry', retryAttributes(retry), new Date(retry.at))
      if (errorType(call) !== undefined) fail(span, content ? error?.message : undefined)
      if (!content) return
      if (open?.prompt) span.setAttributes(promptAttributes(open.prompt))
      if (parts.length === 0) return
      const output = outputMessages(parts, finish)
      span.setAttribute('gen_ai.output.messages', output)
      open?.span.setAttribute('gen_ai.output.messages', output)
    })
    if (open) open.prompt = null
    recordCall(instruments(), call, at)
  }

  const ranTool = ({ run, trace: ran, parts }: Told<'tool-end'>): void => {
    const about: Finished = {
      name: `execute_tool ${identifier(ran.name)}`,
      kind: SpanKind.INTERNAL,
      attributes: toolAttributes(ran),
      from: ran.startedAt,
      to: ran.endedAt,
    }
    finished(run, about, (span) => {
      if (toolError(ran) !== undefined) fail(span, content ? (ran.error ?? undefined) : undefined)
      if (!content) return
      span.setAttribute('gen_ai.tool.call.arguments', JSON.stringify(ran.input))
      span.setAttribute('gen_ai.tool.call.result', toolResult(parts))
    })
  }

  const turnEnded = ({ run, at, state, steps, error }: Told<'turn-end'>): void => {
    const span = runs.get(run)?.span
    span?.setAttributes({ 'heddle.run.state': state, 'heddle.run.calls': steps })
    if (span && state === 'failed') {
      span.setAttribute('error.type', identifier(error?.code ?? '_OTHER'))
      fail(span, content ? error?.message : undefined)
    }
    end(run, at)
  }

  return (event) => {
    switch (event.kind) {
      case 'turn-start':
        return begin(event)
      case 'plan-end':
        return planned(event)
      case 'plan-refuse': {
        const { code, limit } = event.refusal
        const attributes = { 'heddle.plan.refusal': code, 'heddle.plan.limit': limit }
        runs.get(event.run)?.span.addEvent('heddle.plan.refuse', attributes, new Date(event.at))
        return
      }
      case 'node-append': {
        const open = content && event.node.author === 'human' ? runs.get(event.run) : undefined
        open?.span.setAttribute('gen_ai.input.messages', inputMessages(event.parts))
        return
      }
      case 'call-start': {
        const open = content ? runs.get(event.run) : undefined
        if (open) open.prompt = event.prompt ?? null
        return
      }
      case 'call-end':
        return called(event)
      case 'tool-end':
        return ranTool(event)
      case 'turn-end':
        return turnEnded(event)
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-start':
      case 'call-retry':
      case 'tool-start':
        return
      default:
        return event satisfies never
    }
  }
}

function fail(span: Span, message: string | undefined): void {
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) })
}

function retryAttributes({ code, waited }: Told<'call-end'>['call']['retries'][number]): Attributes {
  return { 'error.type': identifier(code), 'heddle.call.retry.wait': waited / 1000 }
}

/** The instruments of a provider; of the registered one as long as it stays the same, since the API hands none on. */
function instrumentsOf(given: MeterProvider | undefined): () => Instruments {
  let provider: MeterProvider | undefined
  let made: Instruments | undefined
  return () => {
    const current = given ?? metrics.getMeterProvider()
    if (made === undefined || current !== provider) {
      provider = current
      made = makeInstruments(current, scope, schemaUrl)
    }
    return made
  }
}
