import type { Part, ToolResultPart } from '../../src/core/content/part.ts'
import { exactMeasure } from '../../src/tokenizers/exact.ts'
import { conversation } from '../conversation.ts'
import type { Passed, Task } from './task.ts'

const batch = 500

/** Counts the texts of a generated conversation and nothing else; making them is not in the time. */
export async function pass({ messages, sizeFactor, tokenizer, most }: Task & { kind: 'pass' }): Promise<Passed> {
  const count = await counterOf(tokenizer)
  const source = conversation({ messages, sizeFactor })
  const sum = { messages: 0, tokens: 0, megabytes: 0, milliseconds: 0 }
  for (;;) {
    const texts: string[] = []
    let taken = 0
    for (; taken < batch && sum.messages + taken < most; taken++) {
      const next = source.next()
      if (next.done) break
      texts.push(...textsOf(next.value.parts))
    }
    const before = performance.now()
    for (const text of texts) sum.tokens += count(text)
    sum.milliseconds += performance.now() - before
    for (const text of texts) sum.megabytes += Buffer.byteLength(text) / 1e6
    sum.messages += taken
    if (taken < batch) return sum
  }
}

async function counterOf(tokenizer: 'heddle' | 'gpt-tokenizer'): Promise<(text: string) => number> {
  if (tokenizer === 'heddle') return (await exactMeasure('o200k_base')).count
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  return (text) => countTokens(text, { disallowedSpecial: new Set() })
}

/** Every text of a message that counts. */
export function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'tool-call') return [part.name, JSON.stringify(part.input)]
    if (part.kind === 'tool-result') return resultTexts(part)
    return 'text' in part ? [part.text] : []
  })
}

function resultTexts({ content }: ToolResultPart): string[] {
  return content.flatMap((part) => ('text' in part ? [part.text] : []))
}
