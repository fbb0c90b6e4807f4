import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  StackContextManager,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { describe, expect, it } from 'vitest'
import { ModelFailure } from '../../models/model-failure.ts'
import { exampleSession, exampleTool, textOf } from '../../session/turn/example-turn.ts'
import { runTurn } from '../../session/turn/run-turn.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { answerOf, scriptedModel } from '../../testing/scripted-model.ts'
import type { SessionEvent } from '../event.ts'
import { exampleCall, exampleEvents, exampleTrace, secret, startsAt } from '../example-events.ts'
import { openTelemetryListener } from './listener.ts'

/** A listener on the real SDK, and what was exported. */
function listening() {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  return { listen: openTelemetryListener({ tracerProvider }), spans: () => exporter.getFinishedSpans() }
}

const named = (spans: readonly ReadableSpan[], name: string) => spans.filter((span) => span.name === name)
const milliseconds = ([seconds, nanos]: readonly [number, number]) => seconds * 1000 + nanos / 1e6
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId

describe('spans', () => {
  it('show a real turn: plans, calls and tools under one span, and nothing that was said', async () => {
    const { listen, spans } = listening()
    const model = scriptedModel((_, number) =>
      number === 1
        ? answerOf(
            { kind: 'tool-call', callId: 'a', name: 'act', input: { what: secret } },
            { kind: 'tool-call', callId: 'b', name: 'act', input: { what: secret } },
          )
        : answerOf({ kind: 'text', text: secret }),
    )
    const { session, request } = await exampleSession(memoryStore(), model, {
      tools: [exampleTool('act', () => secret)],
    })
    const { run } = await runTurn({ ...session, listen }, { ...request, message: textOf(secret) })
    const [turn] = named(spans(), 'invoke_agent')
    expect(spans().map(({ name, kind }) => [name, kind])).toEqual([
      ['heddle.plan', SpanKind.INTERNAL],
      ['chat scripted', SpanKind.CLIENT],
      ['execute_tool act', SpanKind.INTERNAL],
      ['execute_tool act', SpanKind.INTERNAL],
      ['heddle.plan', SpanKind.INTERNAL],
      ['chat scripted', SpanKind.CLIENT],
      ['invoke_agent', SpanKind.INTERNAL],
    ])
    expect(turn?.parentSpanContext).toBeUndefined()
    expect(turn?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': run.conversation,
      'heddle.run.id': run.id,
      'heddle.run.state': 'done',
      'heddle.run.calls': 2,
    })
    for (const span of spans().slice(0, -1)) expect(span.parentSpanContext?.spanId).toBe(idOf(turn))
    expect(named(spans(), 'execute_tool act').map(({ attributes }) => attributes['gen_ai.tool.call.id'])).toEqual([
      'a',
      'b',
    ])
    expect(
      JSON.stringify(spans().map(({ attributes, events, status, name }) => [attributes, events, status, name])),
    ).not.toContain('§')
  })

  it('say of a call what was asked, what came, how long it took and what it took', () => {
    const { listen, spans } = listening()
    for (const event of exampleEvents) listen(event)
    const [call] = named(spans(), 'chat claude-example')
    expect(call?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-example',
      'gen_ai.conversation.id': 'conversation-1',
      'gen_ai.request.stream': true,
      'gen_ai.request.max_tokens': 100,
      'gen_ai.request.temperature': 0.5,
      'gen_ai.response.id': 'response-1',
      'gen_ai.response.model': 'claude-example-2',
      'gen_ai.response.finish_reasons': ['tool_call'],
      'gen_ai.response.time_to_first_chunk': 0.5,
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.cache_read.input_tokens': 70,
      'gen_ai.usage.cache_creation.input_tokens': 20,
      'gen_ai.usage.output_tokens': 30,
      'gen_ai.usage.reasoning.output_tokens': 5,
      'heddle.call.id': 'call-1',
      'heddle.call.step': 1,
      'heddle.call.state': 'done',
      'heddle.call.retries': 1,
      'heddle.plan.id': 'd'.repeat(64),
      'heddle.plan.used': 110,
      'heddle.plan.measure': 'estimate*1.2',
      'heddle.plan.error': 0.1,
    })
    expect(call?.status.code).toBe(SpanStatusCode.UNSET)
    expect([milliseconds(call?.startTime ?? [0, 0]), milliseconds(call?.endTime ?? [0, 0])]).toEqual([
      startsAt + 20,
      startsAt + 2020,
    ])
    expect(call?.events.map(({ name, attributes, time }) => [name, attributes, milliseconds(time)])).toEqual([
      ['heddle.call.retry', { 'error.type': 'model-rate-limit', 'heddle.call.retry.wait': 1 }, startsAt + 30],
    ])
  })

  it('say of a plan what it holds, and when it was made', () => {
    const { listen, spans } = listening()
    for (const event of exampleEvents) listen(event)
    const [plan] = named(spans(), 'heddle.plan')
    expect(plan?.attributes).toEqual({
      'heddle.plan.id': 'd'.repeat(64),
      'heddle.plan.measure': 'estimate*1.2',
      'heddle.plan.window': 1000,
      'heddle.plan.limit': 850,
      'heddle.plan.used': 110,
      'heddle.plan.kept': 1,
      'heddle.plan.left_out': 13,
      'heddle.plan.left_out_size': 308,
      'heddle.plan.truncated': true,
      'heddle.plan.first_cut': true,
      'heddle.plan.moment': 'pressure',
      'heddle.plan.section.history.used': 110,
      'heddle.plan.prefix.shared': 40,
      'heddle.plan.prefix.broken': 'pressure',
    })
    expect(milliseconds(plan?.duration ?? [0, 0])).toBe(4)
  })

  it('end with the error of a turn, a call and a tool that failed, without its message', async () => {
    const { listen, spans } = listening()
    const model = scriptedModel(() => {
      throw new ModelFailure('auth', `Refused: ${secret}`)
    })
    const { session, request } = await exampleSession(memoryStore(), model)
    await runTurn({ ...session, listen }, request)
    listen({ kind: 'tool-end', run: 'run-1', at: startsAt, trace: exampleTrace, parts: [] })
    const refused = { ...exampleTrace, permitted: 'refused' } as const
    listen({ kind: 'tool-end', run: 'run-1', at: startsAt, trace: refused, parts: [] })
    const failed = spans().filter(({ status }) => status.code === SpanStatusCode.ERROR)
    expect(failed.map(({ name, attributes, status }) => [name, attributes['error.type'], status.message])).toEqual([
      ['chat scripted', 'model-auth', undefined],
      ['invoke_agent', 'model-auth', undefined],
      ['execute_tool write_file', 'tool-failed', undefined],
      ['execute_tool write_file', 'tool-refused', undefined],
    ])
  })

  it('take a turn that a person stopped for no error', () => {
    const { listen, spans } = listening()
    const error = { code: 'model-aborted', message: 'It was stopped.' }
    const [start] = exampleEvents
    if (start) listen(start)
    const call = { ...exampleCall, state: 'interrupted', error } as const
    listen({ kind: 'call-end', run: 'run-1', at: startsAt + 3000, call, parts: [], partial: false })
    listen({ kind: 'turn-end', run: 'run-1', at: startsAt + 3000, state: 'stopped', steps: 1, error, branch: 'b' })
    expect(spans().map(({ status, attributes }) => [status.code, attributes['error.type']])).toEqual([
      [SpanStatusCode.UNSET, undefined],
      [SpanStatusCode.UNSET, undefined],
    ])
  })

  it('stand under their own turn when turns run at the same time', () => {
    const { listen, spans } = listening()
    const runs = ['x', 'y', 'z']
    for (const event of exampleEvents) for (const run of runs) listen({ ...event, run } as SessionEvent)
    for (const run of runs) {
      const turn = spans().find(({ attributes }) => attributes['heddle.run.id'] === run)
      const children = spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === idOf(turn))
      expect(children.map(({ name }) => name)).toEqual([
        'heddle.plan',
        'chat claude-example',
        'execute_tool write_file',
      ])
    }
    expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(3)
  })

  it('are children of the span that is active when the turn starts', () => {
    const { listen, spans } = listening()
    const manager = new StackContextManager().enable()
    context.setGlobalContextManager(manager)
    try {
      const parent = new TracerProvider().getTracer('app').startSpan('request')
      context.with(trace.setSpan(ROOT_CONTEXT, parent), () => {
        for (const event of exampleEvents) listen(event)
      })
      const [turn] = named(spans(), 'invoke_agent Scout')
      expect(turn?.parentSpanContext?.spanId).toBe(parent.spanContext().spanId)
      expect(new Set(spans().map((span) => span.spanContext().traceId))).toEqual(
        new Set([parent.spanContext().traceId]),
      )
    } finally {
      context.disable()
    }
  })

  it('come one by one where the turn did not start here, and turns that never end are closed when there are too many', () => {
    const { listen, spans } = listening()
    for (const event of exampleEvents.slice(1)) listen(event)
    expect(spans().map(({ name, parentSpanContext }) => [name, parentSpanContext])).toEqual([
      ['heddle.plan', undefined],
      ['chat claude-example', undefined],
      ['execute_tool write_file', undefined],
    ])
    const [start] = exampleEvents
    for (let run = 0; run < 1010; run++) if (start) listen({ ...start, run: `run-${run}` })
    const closed = named(spans(), 'invoke_agent Scout').map(({ attributes }) => attributes['heddle.run.id'])
    expect(closed).toEqual(Array.from({ length: 10 }, (_, run) => `run-${run}`))
  })
})
