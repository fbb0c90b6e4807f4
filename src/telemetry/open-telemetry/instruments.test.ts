import { metrics, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { describe, expect, it } from 'vitest'
import { exampleCall, exampleEvents, secret, startsAt } from '../example-events.ts'
import { openTelemetryListener } from './listener.ts'

describe('metrics', () => {
  it('go, like spans, to the providers that are registered, also after the listener was made', async () => {
    const listen = openTelemetryListener()
    for (const event of exampleEvents) listen(event)
    const spans = new InMemorySpanExporter()
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] })
    trace.setGlobalTracerProvider(
      new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
    )
    metrics.setGlobalMeterProvider(provider)
    try {
      for (const event of exampleEvents) listen(event)
      await provider.forceFlush()
      expect(spans.getFinishedSpans()).toHaveLength(4)
      expect(exporter.getMetrics().at(-1)?.scopeMetrics[0]?.metrics).toHaveLength(5)
    } finally {
      trace.disable()
      metrics.disable()
    }
  })

  it('count tokens, and the time of calls and plans', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const meterProvider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] })
    const listen = openTelemetryListener({ meterProvider })
    for (const event of exampleEvents) listen(event)
    const failed = { ...exampleCall, state: 'failed', usage: null, firstTokenAt: null } as const
    const call = { ...failed, error: { code: 'model-timeout', message: secret } }
    listen({ kind: 'call-end', run: 'run-1', at: startsAt, call, parts: [], partial: false })
    const about = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-example',
    }
    const answered = { ...about, 'gen_ai.response.model': 'claude-example-2' }
    await meterProvider.forceFlush()
    const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((each) => each.metrics))
    const found = new Map(all.map((metric) => [metric.descriptor.name, metric]))
    const points = (name: string) =>
      found.get(name)?.dataPoints.map(({ attributes, value }) => [attributes, (value as { sum?: number }).sum])
    expect(points('gen_ai.client.token.usage')).toEqual([
      [{ ...answered, 'gen_ai.token.type': 'input' }, 100],
      [{ ...answered, 'gen_ai.token.type': 'output' }, 30],
    ])
    expect(points('gen_ai.client.operation.duration')).toEqual([
      [answered, 2],
      [{ ...answered, 'error.type': 'model-timeout' }, 2],
    ])
    expect(points('gen_ai.client.operation.time_to_first_chunk')).toEqual([[answered, 0.5]])
    expect(points('heddle.plan.duration')).toEqual([[about, 0.004]])
    expect(points('heddle.plan.used')).toEqual([[about, 110]])
    expect([...found.values()].map(({ descriptor }) => [descriptor.name, descriptor.unit]).sort()).toEqual([
      ['gen_ai.client.operation.duration', 's'],
      ['gen_ai.client.operation.time_to_first_chunk', 's'],
      ['gen_ai.client.token.usage', '{token}'],
      ['heddle.plan.duration', 's'],
      ['heddle.plan.used', '{token}'],
    ])
  })
})
