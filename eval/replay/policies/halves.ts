import { fileUsesIn } from '../file-uses.ts'
import type { Block, Message } from '../request.ts'
import { requestOf } from '../session.ts'
import { resultText, type Sizes } from '../sizes.ts'
import type { Policy } from './policy.ts'
import { messagesIn, stepsOf } from './steps.ts'

const enoughSaved = 0.3

/**
 * Keeps the first message and the step behind it. When a call is over the limit, reads that are identical to a later one
 * become notices, if it fits then; where that does not save 30 % as well, half of the steps behind the first pair go, three
 * quarters where the call is over twice the limit, again until it fits or only the newest is left.
 */
export function halves(sizes: Sizes): Policy {
  return function* (session, limit) {
    const room = limit - sizes.ofFrame(session)
    const notices = new Map<Block, Block>()
    let gone = 0
    for (const [call, { before }] of session.calls.entries()) {
      const steps = stepsOf(session.messages.slice(0, before), sizes)
      const rest = steps.length - 2
      const kept = (): Message[] => messagesIn(steps.filter((_, at) => at < 2 || at >= 2 + gone))
      const size = (): number =>
        withNotices(kept(), notices).reduce((sum, message) => sum + sizes.ofMessage(message), 0)
      for (let used = size(); used > room; used = size()) {
        const more = repeatsIn(kept(), notices)
        const saved = more.reduce((sum, [old, notice]) => sum + sizes.ofBlock(old) - sizes.ofBlock(notice), 0)
        if (used - saved <= room) {
          for (const [old, notice] of more) notices.set(old, notice)
          if (saved >= enoughSaved * used) break
        }
        const left = rest - gone
        const cut = Math.min(Math.floor(left * (used > 2 * room ? 0.75 : 0.5)), left - 1)
        if (cut <= 0) break
        gone += cut
      }
      yield requestOf(session, call, withNotices(kept(), notices))
    }
  }
}

/** Reads that a later one with the same path and text follows, and that are no notices yet, with the notice for each. */
function repeatsIn(messages: readonly Message[], notices: ReadonlyMap<Block, Block>): [Block, Block][] {
  const last = new Map<string, Block>()
  const repeats: [Block, Block][] = []
  for (const use of fileUsesIn(messages)) {
    if (use.way === 'write') continue
    const { path, result } = use
    const key = JSON.stringify([path, resultText(result)])
    const old = last.get(key)
    if (old?.type === 'tool_result' && !notices.has(old)) {
      repeats.push([old, { ...old, content: `[${path} was read again later]` }])
    }
    last.set(key, result)
  }
  return repeats
}

function withNotices(messages: readonly Message[], notices: ReadonlyMap<Block, Block>): Message[] {
  return messages.map((message) => {
    if (!message.content.some((block) => notices.has(block))) return message
    return { ...message, content: message.content.map((block) => notices.get(block) ?? block) }
  })
}
