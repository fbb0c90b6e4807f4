import { describeRefusal } from '../../../core/refusal.ts'
import type { Call } from '../../../history/calls/call.ts'
import type { SessionEvent } from '../../../telemetry/event.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { markdownStream } from '../markdown/stream.ts'
import { firstCutLine, meterLine } from '../status.ts'
import { reasonToWait } from './advice.ts'
import { failureLines, noteLines } from './notes.ts'
import { foldedReasoning, growingReasoning } from './reasoning.ts'
import type { Stage } from './stage.ts'
import { calledAs, toolLines } from './tool-lines.ts'
import { noTotals, seconds, type TurnTotals, totalsText, withCall } from './turn-totals.ts'

/** Shows one turn, event by event. */
export interface EventPrinter {
  show(event: SessionEvent): void
  /** Ends what is half shown, whether or not the turn ended. */
  end(): void
}

type Of<Kind extends SessionEvent['kind']> = Extract<SessionEvent, { readonly kind: Kind }>

/** Shows what a person wants to know of a turn. All that comes from models and tools is sanitized. */
export function eventPrinter(stage: Stage, cost: (call: Call) => number | null): EventPrinter {
  const { style } = stage
  const markdown = markdownStream({ style, width: () => stage.width })
  const running = new Map<string, string>()
  let reasoning = ''
  /** What was shown last, so that a blank line stands between two things of different kinds. */
  let last: 'nothing' | 'text' | 'reasoning' | 'tool' | 'note' = 'nothing'
  let hasText = false
  let metered = false
  let isPartial = false
  let totals: TurnTotals = noTotals
  let startedAt = 0

  const apart = (next: typeof last): string[] => {
    const blank = last !== 'nothing' && last !== next ? [''] : []
    last = next
    return blank
  }

  const tell = (lines: readonly string[], kind: typeof last = 'note'): void => {
    endAnswer()
    stage.tell([...apart(kind), ...lines])
  }

  const warn = (text: string): void => tell(noteLines(text, stage.width).map(style.yellow))

  const endReasoning = (): void => {
    if (reasoning.trim() !== '') {
      const folded = foldedReasoning(reasoning, style, stage.width)
      stage.answer([], [])
      stage.tell([...apart('reasoning'), ...folded])
    }
    reasoning = ''
  }

  const endAnswer = (): void => {
    endReasoning()
    if (!hasText) return
    hasText = false
    if (stage.raw) stage.raw('\n')
    else stage.answer(markdown.end(), [])
  }

  const text = (event: Of<'text-delta'>): void => {
    if (event.text === '') return
    endReasoning()
    stage.wait('answering')
    if (!hasText && event.text.trim() === '') return
    const blank = hasText ? [] : apart('text')
    hasText = true
    if (stage.raw) {
      stage.raw(event.text)
      return
    }
    const { lines, tail } = markdown.push(event.text)
    stage.answer([...blank, ...lines], tail)
  }

  const reason = (event: Of<'reasoning-delta'>): void => {
    if (hasText) endAnswer()
    reasoning += event.text
    if (stage.raw) return
    stage.answer([], growingReasoning(reasoning, style, stage.width))
    stage.wait('reasoning')
  }

  const waitForTools = (): void => {
    const [first, ...others] = running.values()
    if (first === undefined) stage.wait(null)
    else stage.wait(others.length > 0 ? `${first} and ${others.length} more` : first)
  }

  const callEnd = ({ call, partial }: Of<'call-end'>): void => {
    totals = withCall(totals, call, cost(call))
    endAnswer()
    stage.wait(null)
    isPartial = partial
    if (partial) warn('⏸ The answer breaks off here; what came is kept. /continue goes on.')
    else if (call.finish === 'length') warn('The answer reached its longest length. /continue goes on.')
    else if (call.finish === 'content-filter') warn("The provider's filter ended the answer.")
  }

  const toolEnd = ({ trace, parts }: Of<'tool-end'>): void => {
    const about = running.get(trace.callId) ?? sanitizeLine(trace.name)
    running.delete(trace.callId)
    tell(toolLines({ trace, about, parts }, style, stage.width), 'tool')
    waitForTools()
  }

  const turnEnd = ({ state, error, at }: Of<'turn-end'>): void => {
    endAnswer()
    stage.wait(null)
    const isStopped = state === 'stopped' || state === 'interrupted'
    if (isStopped && !isPartial) warn('Stopped. What was said so far is kept.')
    else if (error && !isStopped) tell(failureLines(error, style, stage.width))
    tell([style.dim(totalsText(totals, at - startedAt))], last)
  }

  const show = (event: SessionEvent): void => {
    switch (event.kind) {
      case 'turn-start':
        startedAt = event.at
        stage.wait('planning')
        return
      case 'plan-end':
        if (event.firstCut) tell([firstCutLine(event.plan, style)])
        if (!metered) tell([meterLine(event.plan, style, stage.width)])
        metered = true
        return
      case 'plan-refuse':
        tell(noteLines(describeRefusal(event.refusal), stage.width).map(style.red))
        return
      case 'call-start':
        stage.wait('waiting for the model')
        return
      case 'text-delta':
        text(event)
        return
      case 'reasoning-delta':
        reason(event)
        return
      case 'tool-input-start':
        endAnswer()
        stage.wait(`writes a call of ${sanitizeLine(event.name)}`)
        return
      case 'call-retry': {
        const isVoid = hasText
        endAnswer()
        if (isVoid) tell([style.dim('(What stands above is void.)')])
        warn(`${reasonToWait(event.code)}: tries again in ${seconds(event.wait)}`)
        stage.wait('waiting to try again')
        return
      }
      case 'call-end':
        callEnd(event)
        return
      case 'tool-start':
        running.set(event.callId, calledAs(event.name, event.about))
        waitForTools()
        return
      case 'tool-end':
        toolEnd(event)
        return
      case 'turn-end':
        turnEnd(event)
        return
      case 'node-append':
        return
      default:
        event satisfies never
    }
  }

  return {
    show,
    end() {
      endAnswer()
      stage.answer([], [])
      stage.wait(null)
    },
  }
}
