/** What is known of a feature's weight before anything was learned, in tokens. */
export interface UsualWeight {
  readonly usual: number
  /** By how much tokenizers differ from one another beyond what they differ in everything: a standard deviation. */
  readonly spread: number
  /** It is of letters beyond ASCII: of these a tokenizer knows many, or few. */
  readonly foreign?: true
}

/**
 * In the order of the features. `usual` is about the geometric mean of what fits o200k_base and cl100k_base best (ridge
 * regression of relative errors, 2600 pieces of 3000 characters: the documentation and sources of this project's
 * dependencies, compiler messages in 13 languages, recorded conversations and agent sessions, documentation in Chinese,
 * Japanese and Korean). `spread` follows from how these two and r50k_base differ.
 */
export const usualWeights: readonly UsualWeight[] = [
  { usual: 0.91, spread: 0.2 }, // words
  { usual: 0.045, spread: 0.2 }, // joined
  { usual: 0.59, spread: 0.3 }, // long
  { usual: 1.37, spread: 0.5, foreign: true }, // marked
  { usual: 0.93, spread: 0.3 }, // digits
  { usual: 0.79, spread: 0.25 }, // punctuationRuns
  { usual: 0.045, spread: 0.08 }, // punctuation
  { usual: 0.75, spread: 0.4 }, // gaps
  { usual: 0.02, spread: 0.2 }, // blanks
  { usual: 0.53, spread: 0.3 }, // lineEndRuns
  { usual: 0.36, spread: 0.15, foreign: true }, // greekAndCyrillic
  { usual: 0.8, spread: 0.4, foreign: true }, // commonHan
  { usual: 1.8, spread: 0.6 }, // rareHan
  { usual: 0.71, spread: 0.3, foreign: true }, // kana
  { usual: 0.9, spread: 0.4, foreign: true }, // hangul
  { usual: 1.25, spread: 0.4 }, // widePunctuation
  { usual: 0.75, spread: 0.4, foreign: true }, // otherScripts
  { usual: 0.85, spread: 0.4 }, // symbols
]

/** By how much all weights of a tokenizer are larger or smaller together: a standard deviation, of 1. */
export const commonSpread = 0.2

/** By how much those of letters beyond ASCII are so together, beside that. */
export const foreignSpread = 0.7

/** The weights of a model of which nothing is known. */
export const priorWeights: readonly number[] = usualWeights.map(({ usual }) => usual)

const bound = 4

/** A weight within what is believed: a quarter of the usual one, and four times what the usual one may well be. */
export function bounded(weight: number, { usual, spread }: UsualWeight): number {
  return Math.min(bound * (usual + spread), Math.max(usual / bound, weight))
}
