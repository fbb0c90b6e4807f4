import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Listener } from '../event.ts'
import { type OpenTelemetryOptions, openTelemetryListener } from './listener.ts'

/** A listener on the real SDK, and what was exported. */
export interface Listening {
  readonly listen: Listener
  spans(): readonly ReadableSpan[]
  /** By name. */
  exported(): Promise<ReadonlyMap<string, MetricData>>
}

/** For tests: makes one. */
export function listening(options: Pick<OpenTelemetryOptions, 'content'> = {}): Listening {
  const spans = new InMemorySpanExporter()
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] })
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const meterProvider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] })
  const listen = openTelemetryListener({ tracerProvider, meterProvider, ...options })
  const exported = async () => {
    await meterProvider.forceFlush()
    const all =
      exporter
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((each) => each.metrics) ?? []
    return new Map(all.map((metric) => [metric.descriptor.name, metric]))
  }
  return { listen, spans: () => spans.getFinishedSpans(), exported }
}

/** The spans of that name. */
export function named(spans: readonly ReadableSpan[], name: string): readonly ReadableSpan[] {
  return spans.filter((span) => span.name === name)
}
