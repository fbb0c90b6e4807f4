import { HeddleError } from '../../../core/errors.ts'
import type { Style } from '../../context.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { wrapRuns } from '../markdown/wrap.ts'
import { adviceOn } from './advice.ts'

/** Sentences as lines that are broken between words. Sanitizes. */
export function noteLines(text: string, width: number): string[] {
  return wrapRuns([{ text: sanitizeLine(text), looks: [], from: null }], width).map(({ runs }) =>
    runs.map((run) => run.text).join(''),
  )
}

/** A failure by its code and message, and what a person can do about it in the chat. */
export function failureLines(
  { code, message }: { readonly code: string; readonly message: string },
  style: Style,
  width: number,
): string[] {
  const [first = '', ...others] = noteLines(`error: ${message}`, width)
  const advice = adviceOn(code)
  return [
    first.replace(/^error:/, style.red('error:')),
    ...others,
    ...(advice === '' ? [] : noteLines(advice, width).map(style.dim)),
  ]
}

/** The same for what was thrown. */
export function errorLines(error: unknown, style: Style, width: number): string[] {
  if (error instanceof HeddleError) return failureLines(error, style, width)
  const message = error instanceof Error ? error.message : String(error)
  return failureLines({ code: 'internal', message: `${message} (an unexpected error)` }, style, width)
}
