import type { CoreTokenizer } from './core-module.ts'
import type { Counts } from './counts.ts'

const encoder = new TextEncoder()

/** What hypertok's core counts. A lone surrogate counts as U+FFFD. */
export function coreCounts(tokenizer: CoreTokenizer): Counts {
  return {
    plain: (text) => tokenizer.encodeResidentInput(fillInput(tokenizer, text)).length,
    special(text) {
      const encoded = tokenizer.encodeReserved(encoder.encode(text), false, '[]', false, '[]')
      try {
        return encoded.ids().length
      } finally {
        encoded.free()
      }
    },
  }
}

/** Writes the text where the tokenizer reads, as UTF-8, and gives its length in bytes. */
function fillInput(tokenizer: CoreTokenizer, text: string): number {
  let length = 0
  let left = text
  while (true) {
    const { read, written } = encoder.encodeInto(left, tokenizer.residentInputView().subarray(length))
    length += written
    if (read === left.length) return length
    left = left.slice(read)
    tokenizer.growResidentInput()
  }
}
