import type { Style } from '../../context.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { cutToWidth } from '../../print/width.ts'
import { seconds } from '../events/turn-totals.ts'
import type { Screen } from './screen.ts'

/** A line that moves while something is waited for. */
export interface Waiting {
  /** Says what for; null takes the line away. */
  set(label: string | null): void
}

const frames = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏']
const everyMilliseconds = 120

export function createWaiting(screen: Screen, style: Style, now: () => number): Waiting {
  let timer: ReturnType<typeof setInterval> | undefined
  let label = ''
  let since = 0
  let frame = 0
  const draw = (): void => {
    const passed = now() - since
    const time = passed >= 1000 ? ` ${seconds(Math.floor(passed / 1000) * 1000)}` : ''
    const text = cutToWidth(sanitizeLine(label), Math.max(8, screen.width - 26))
    screen.set('waiting', [
      `${style.cyan(frames[frame % frames.length] ?? '')} ${style.dim(`${text}${time} · Ctrl-C stops`)}`,
    ])
  }
  return {
    set(next) {
      if (next === null) {
        clearInterval(timer)
        timer = undefined
        screen.set('waiting', [])
        return
      }
      if (next !== label || timer === undefined) since = now()
      label = next
      timer ??= setInterval(() => {
        frame++
        draw()
      }, everyMilliseconds)
      draw()
    },
  }
}
