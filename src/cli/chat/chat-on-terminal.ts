import { setTimeout } from 'node:timers/promises'
import type { SessionEvent } from '../../telemetry/event.ts'
import { sanitizeLine } from '../print/sanitize.ts'
import { cutToWidth, widthOf } from '../print/width.ts'
import { createApprovals } from './approval.ts'
import { completeSaid } from './commands/complete-said.ts'
import type { Stage } from './events/stage.ts'
import type { ChatHooks, ChatStatus } from './hooks.ts'
import { spokenLines } from './input/draw-editor.ts'
import { createEditor } from './input/editor.ts'
import { openHistory } from './input/history-file.ts'
import { onKeys, pasteMarks } from './input/keys.ts'
import { statusLine } from './status.ts'
import { createTalk } from './talk.ts'
import type { ChatIo } from './terminal/chat-io.ts'
import { createScreen } from './terminal/screen.ts'
import { createWaiting } from './terminal/waiting.ts'

/** A second Ctrl-C within so many milliseconds leaves. */
const twice = 2000

/** What is being done when a person leaves is stopped, and has so many milliseconds to end. */
const lastWait = 4000

/** A chat with a person at a terminal, until they leave. The terminal is as it was before when it ends. */
export async function chatOnTerminal(io: ChatIo, hooks: ChatHooks, historyFile: string): Promise<void> {
  const { style } = io
  const screen = createScreen(io.output)
  const waiting = createWaiting(screen, style, io.now)
  const history = await openHistory(historyFile)
  let status: ChatStatus | undefined
  let busy: AbortController | undefined
  let queue: string[] = []
  let interruptedAt = Number.NEGATIVE_INFINITY
  let hint = ''
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  let wake = (): void => undefined

  const draw = (): void => {
    const { width } = screen
    const { question } = approvals
    if (question !== null) {
      screen.set('input', [question], { row: 0, column: widthOf(question) })
      screen.set('below', [])
      return
    }
    const height = Math.max(3, Math.floor((io.output.rows ?? 24) / 2))
    const { lines, cursor } = editor.draw({ style, width, height })
    const queued = queue.map((text) => style.dim(cutToWidth(`queued: ${sanitizeLine(text)}`, width)))
    screen.set('input', [...queued, ...lines], { row: cursor.row + queued.length, column: cursor.column })
    const choices = editor.drawChoices({ style, width })
    const line = status ? [statusLine(status, style, width)] : []
    screen.set('below', hint !== '' ? [style.yellow(hint)] : choices.length > 0 ? choices : line)
  }

  const interrupt = (): void => {
    const again = io.now() - interruptedAt < twice
    interruptedAt = io.now()
    if (again && (busy !== undefined || editor.text === '')) {
      leave()
      return
    }
    hint = 'Ctrl-C once more leaves'
    if (busy) {
      busy.abort()
      const kept = [...queue, editor.text].filter((text) => text !== '')
      queue = []
      editor.reset(kept.join('\n'))
    } else if (editor.text !== '') {
      hint = ''
      interruptedAt = Number.NEGATIVE_INFINITY
      editor.reset('')
    }
    draw()
  }

  const editor = createEditor(
    completeSaid((kind, typed) => hooks.values(kind, typed)),
    {
      submit(text) {
        queue.push(text)
        wake()
      },
      interrupt,
      leave: () => leave(),
      clear: () => screen.redraw(true),
      change: () => draw(),
    },
  )
  editor.remember(history.entries)

  const approvals = createApprovals({
    style,
    width: () => screen.width,
    now: io.now,
    print: (lines) => screen.print(lines),
    change: () => draw(),
  })

  const stage: Stage = {
    style,
    get width() {
      return screen.width
    },
    raw: undefined,
    answer(lines, tail) {
      screen.print(lines)
      screen.set('answer', tail)
    },
    tell: (lines) => screen.print(lines),
    wait: (label) => waiting.set(label),
  }

  const talk = createTalk(hooks, {
    stage,
    async runBeside(work) {
      screen.pause()
      try {
        await work()
      } finally {
        screen.resume()
      }
    },
    hear(event: SessionEvent) {
      if (event.kind === 'plan-end' && status) status = { ...status, budget: event.plan.budget }
      draw()
    },
    write: (text) => editor.reset(text),
    quit: () => leave(),
  })

  const refresh = async (): Promise<void> => {
    const before = status
    const now = await hooks.status().catch(() => undefined)
    if (now) status = { ...now, budget: now.budget ?? before?.budget ?? null }
    if (before && now && before.branch !== now.branch)
      screen.print([style.dim(`now on branch ${sanitizeLine(now.branch)}`)])
    draw()
  }

  let saying: Promise<void> = Promise.resolve()
  const answerAll = async (): Promise<never> => {
    for (;;) {
      const text = queue.shift()
      if (text === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      busy = new AbortController()
      draw()
      screen.print(['', ...spokenLines(text, style)])
      await history.add(text)
      editor.remember(history.entries)
      saying = talk.say(text, { signal: busy.signal, approve: approvals.approve })
      await saying
      busy = undefined
      hint = ''
      await refresh()
    }
  }

  const offKeys = onKeys(io.input, (pressed) => {
    if (approvals.question !== null) {
      if (approvals.press(pressed) === 'interrupt') interrupt()
      return
    }
    if (!(pressed.kind === 'key' && pressed.control && pressed.name === 'c')) hint = ''
    editor.press(pressed)
    draw()
  })
  const offResize = io.onResize(() => {
    screen.redraw()
    draw()
  })
  const onEnd = (): void => leave()
  io.input.once('end', onEnd)
  io.signal?.addEventListener('abort', onEnd, { once: true })
  io.setRaw?.(true)
  io.output.write(pasteMarks.on)
  io.input.resume()
  try {
    await refresh()
    await Promise.race([answerAll(), left])
  } finally {
    busy?.abort()
    await Promise.race([saying, setTimeout(lastWait, undefined, { ref: false })])
    offKeys()
    offResize()
    io.input.removeListener('end', onEnd)
    io.signal?.removeEventListener('abort', onEnd)
    waiting.set(null)
    screen.close()
    io.output.write(pasteMarks.off)
    io.setRaw?.(false)
    io.input.pause()
  }
}
