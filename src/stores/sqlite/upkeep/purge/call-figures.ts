import type { Json, JsonObject } from '../../../../core/content/json.ts'
import type { Call } from '../../../../history/calls/call.ts'
import type { ReflectionRecord } from '../../../../history/calls/outcome.ts'
import type { Run } from '../../../../history/calls/run.ts'
import type { ToolTrace } from '../../../../history/calls/tool-trace.ts'

/** Of a call: no messages, no parameters but numbers, and of what the provider said only the counts. */
export function callFigures({ parameters, rawUsage, retries, error }: Call): Partial<Call> {
  return {
    parameters: numbersIn(parameters) as JsonObject,
    rawUsage: numbersIn(rawUsage),
    rawFinish: null,
    responseId: null,
    retries: retries.map((retry) => ({ ...retry, message: '' })),
    error: withoutMessage(error),
  }
}

/** Of a trace: no input, no changes, and that there was an error but not which. */
export function traceFigures({ name, permitted, error }: ToolTrace): Partial<ToolTrace> {
  return {
    name: permitted === 'not-asked' ? '' : name,
    input: null,
    error: error === null ? null : '',
    changes: [],
  }
}

/** Of a run: no message. */
export function runFigures({ error }: Run): Partial<Run> {
  return { error: withoutMessage(error) }
}

/** The counts by kind stay; what names items, paths and what was quoted goes. */
export function reflectionFigures({ reflection }: ReflectionRecord): Partial<ReflectionRecord> {
  if (!isObject(reflection)) return { reflection: null }
  const kept = Object.entries(reflection).map(([key, value]) => [
    key,
    key === 'kinds' || typeof value === 'number' ? (value ?? null) : [],
  ])
  return { reflection: Object.fromEntries(kept) as JsonObject }
}

function withoutMessage(error: Call['error']): Call['error'] {
  return error && { ...error, message: '' }
}

/** A JSON value without its texts. */
function numbersIn(value: Json): Json {
  if (typeof value === 'string') return null
  if (Array.isArray(value)) return value.map(numbersIn)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => typeof inner !== 'string')
  return Object.fromEntries(kept.map(([key, inner]) => [key, numbersIn(inner ?? null)]))
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
