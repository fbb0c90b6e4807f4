import type { Part, ResultContent } from '../../../core/content/part.ts'
import type { FileChange, ToolTrace } from '../../../history/calls/tool-trace.ts'
import type { Style } from '../../context.ts'
import { counted } from '../../print/figures.ts'
import { firstLine, sanitizeLine } from '../../print/sanitize.ts'
import { cutToWidth } from '../../print/width.ts'

/** A run of a tool: what it did on one line, and what came of it on another. */
export function toolLines(
  { trace, about, parts }: { readonly trace: ToolTrace; readonly about: string; readonly parts: readonly Part[] },
  style: Style,
  width: number,
): string[] {
  const size = trace.error === null && trace.size > 0 ? ` · ${counted(trace.size, 'character')}` : ''
  const head = cutToWidth(calledAs(trace.name, about), Math.max(8, width - 2 - size.length))
  const mark = trace.error === null ? style.green('●') : style.red('●')
  const result = cutToWidth(resultOf(trace, parts), Math.max(8, width - 4))
  return [
    `${mark} ${head}${style.dim(size)}`,
    ...(result === '' ? [] : [`  ${style.dim('↳')} ${trace.error === null ? style.dim(result) : style.red(result)}`]),
  ]
}

/** A call in one line: its name, and what it does. */
export function calledAs(name: string, about: string): string {
  const what = sanitizeLine(about).trim()
  const shown = sanitizeLine(name)
  if (what === '' || what === shown) return shown
  return what.startsWith(`${shown} `) ? what : `${shown} ${what}`
}

function resultOf(trace: ToolTrace, parts: readonly Part[]): string {
  if (trace.permitted === 'refused') return 'you said no'
  if (trace.permitted === 'denied') return 'not allowed by the settings'
  const text = textOf(parts)
  if (trace.error !== null) return firstLine(trace.error) || firstLine(text)
  if (trace.changes.length > 0) return trace.changes.map(changed).join(', ')
  if (trace.exitCode !== null)
    return [`exit ${trace.exitCode}`, firstLine(text)].filter((piece) => piece !== '').join(' · ')
  return firstLine(text)
}

function changed({ path, diff }: FileChange): string {
  const lines = diff.split('\n')
  const body = lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => line.startsWith('@@')),
    ),
  )
  const added = body.filter((line) => line.startsWith('+')).length
  const gone = body.filter((line) => line.startsWith('-')).length
  return `+${added} −${gone} ${sanitizeLine(path)}`
}

function textOf(parts: readonly (Part | ResultContent)[]): string {
  for (const part of parts) {
    const text = part.kind === 'tool-result' ? textOf(part.content) : 'text' in part ? part.text : ''
    if (text.trim() !== '') return text
  }
  return ''
}
