// The subpath `heddle/telemetry`: writing down what happens in a session, into a file or to OpenTelemetry.
export type { Listener, SessionEvent, SessionEventKind } from './event.ts'
export { eventRecord, type RecordOptions } from './event-record.ts'
export { type OpenTelemetryOptions, openTelemetryListener } from './open-telemetry/listener.ts'
export { type TraceFile, traceFile } from './trace-file.ts'
