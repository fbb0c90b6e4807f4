import { type Random, random } from '../conversation/random.ts'
import { codeLine, prose } from '../conversation/text.ts'
import { conversation } from '../conversation.ts'
import { textsOf } from '../plan/pass.ts'

/** Texts of one kind, in chunks that have nothing in common but their vocabulary. */
export interface Corpus {
  readonly name: string
  readonly chunks: readonly (readonly string[])[]
}

const chunkCount = 12
const chunkTexts = 250

/** Prose, code, and the texts of a conversation as they come. */
export function corpora(): Corpus[] {
  const source = random(7)
  return [
    { name: 'prose', chunks: chunksOf(() => prose(source, 220)) },
    { name: 'code', chunks: chunksOf(() => code(source, 40)) },
    { name: 'conversation', chunks: chunksOf(textSource()) },
  ]
}

function chunksOf(text: () => string): string[][] {
  return Array.from({ length: chunkCount }, () => Array.from({ length: chunkTexts }, text))
}

function code(source: Random, lines: number): string {
  return Array.from({ length: lines }, () => codeLine(source)).join('\n')
}

function textSource(): () => string {
  const texts = [...conversation({ messages: chunkCount * chunkTexts })].flatMap(({ parts }) => textsOf(parts))
  let at = 0
  return () => texts[at++] ?? ''
}

/** A long unbroken text, another one in each round, so that no result is simply remembered. */
export interface LongRun {
  readonly name: string
  text(round: number): string
}

/** Texts without a break, which take most tokenizers time in proportion to the square of their length. */
export function longRuns(): readonly LongRun[] {
  return [
    { name: '100,000 equal letters', text: (round) => String.fromCharCode(97 + (round % 26)).repeat(100_000) },
    { name: 'an 80,000-character data URL', text: (round) => dataUrl(80_000, round) },
    { name: '100,000 blanks', text: (round) => ' '.repeat(100_000 + round) },
  ]
}

function dataUrl(length: number, seed: number): string {
  const bytes = random(seed)
  const head = 'data:image/png;base64,'
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  return (
    head + Array.from({ length: length - head.length }, () => alphabet.charAt(bytes.below(alphabet.length))).join('')
  )
}
