import type { Message } from '../request.ts'
import type { Sizes } from '../sizes.ts'

/** What stays or goes together: the model's message with the results behind it, or a person's message. */
export interface Step {
  readonly messages: readonly Message[]
  readonly size: number
}

/** Messages as steps, in order. */
export function stepsOf(messages: readonly Message[], sizes: Sizes): Step[] {
  const steps: { messages: Message[]; size: number }[] = []
  for (const message of messages) {
    const last = steps.at(-1)
    const size = sizes.ofMessage(message)
    if (last?.messages[0]?.role === 'assistant' && hasResults(message)) {
      last.messages.push(message)
      last.size += size
    } else {
      steps.push({ messages: [message], size })
    }
  }
  return steps
}

/** The size of steps together. */
export function sizeOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { size }) => sum + size, 0)
}

/** The messages of steps, in order. */
export function messagesIn(steps: readonly Step[]): Message[] {
  return steps.flatMap(({ messages }) => messages)
}

/** How many of the oldest steps have to go until the others fit into the room; the newest never goes. */
export function countOver(steps: readonly Step[], room: number): number {
  let size = sizeOf(steps)
  let count = 0
  for (const step of steps.slice(0, -1)) {
    if (size <= room) break
    size -= step.size
    count++
  }
  return count
}

function hasResults({ role, content }: Message): boolean {
  return role === 'user' && content.some(({ type }) => type === 'tool_result')
}
