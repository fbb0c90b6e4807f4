import { sign, signTable } from './signs.ts'

/**
 * What is counted in a text, in this order; a measure has a weight for each, so it never changes. A tokenizer's count is
 * close to a weighted sum of these: most cut at words, gaps, digits and line ends, and spend about as much on each
 * character of a script.
 */
export const featureNames = [
  /** Latin words; a capital behind a small letter begins another one. */
  'words',
  /** Words right behind something that is neither white space nor the beginning. */
  'joined',
  /** Letters of words beyond the eighth. */
  'long',
  /** Latin letters beyond ASCII. */
  'marked',
  /** Digits in groups of three, and places where a letter and a digit meet. */
  'digits',
  /** Runs of ASCII punctuation. */
  'punctuationRuns',
  /** ASCII punctuation that differs from the character before it. */
  'punctuation',
  /** Runs of two or more blanks, tabs, and single spaces in front of a digit or a wide script. */
  'gaps',
  /** The blanks in such runs. */
  'blanks',
  'lineEndRuns',
  'greekAndCyrillic',
  /** Common ideographs, and all others. */
  'commonHan',
  'rareHan',
  'kana',
  'hangul',
  'widePunctuation',
  /** Characters of every other script. */
  'otherScripts',
  /** Symbols, emoji, control characters. */
  'symbols',
] as const

/** How many features there are. */
export const featureCount: number = featureNames.length

const longWord = 8
const digitGroup = 3

/** The features of a text, each a whole number of 0 or more. One pass; a surrogate pair is one character. */
export function featuresOf(text: string): number[] {
  let words = 0
  let joined = 0
  let long = 0
  let marked = 0
  let digits = 0
  let punctuationRuns = 0
  let punctuation = 0
  let gaps = 0
  let blanks = 0
  let lineEndRuns = 0
  let european = 0
  let commonHan = 0
  let rareHan = 0
  let kana = 0
  let hangul = 0
  let wide = 0
  let letters = 0
  let symbols = 0
  const signs = signTable()
  /** The kind of the character before, and how long its word, number or run of blanks is so far. */
  let before = -1
  let run = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    let kind: number = signs[unit] ?? 0
    if (kind === sign.marked) {
      marked++
      kind = sign.lower
    }
    switch (kind) {
      case sign.upper:
      case sign.lower: {
        const isWord = before === sign.lower || before === sign.upper
        if (isWord && !(kind === sign.upper && before === sign.lower)) {
          if (++run > longWord) long++
        } else {
          words++
          run = 1
          if (before !== sign.blank && before !== sign.lineEnd && before !== -1) joined++
          if (before === sign.digit) digits++
        }
        break
      }
      case sign.digit:
        if (before !== sign.digit) {
          if (before === sign.lower || before === sign.upper) digits++
          if (before === sign.blank && run === 1) gaps++
          run = 0
        }
        if (run++ % digitGroup === 0) digits++
        break
      case sign.punctuation:
        if (before !== sign.punctuation) {
          punctuationRuns++
          punctuation++
        } else if (unit !== text.charCodeAt(at - 1)) punctuation++
        break
      case sign.blank:
        if (before !== sign.blank) run = 0
        if (++run === 2) {
          gaps++
          blanks += 2
        } else if (run > 2) blanks++
        break
      case sign.lineEnd:
        if (before !== sign.lineEnd) lineEndRuns++
        break
      case sign.european:
        european++
        break
      case sign.commonHan:
        commonHan++
        if (before === sign.blank && run === 1) gaps++
        break
      case sign.rareHan:
        rareHan++
        if (before === sign.blank && run === 1) gaps++
        break
      case sign.kana:
        kana++
        if (before === sign.blank && run === 1) gaps++
        break
      case sign.hangul:
        hangul++
        break
      case sign.wide:
        wide++
        break
      case sign.letter:
        letters++
        break
      default:
        if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(at + 1))) {
          at++
          // Planes 2 and 3 hold ideographs and nothing else.
          if (unit >= 0xd840 && unit <= 0xd8bf) {
            kind = sign.rareHan
            rareHan++
            break
          }
        }
        symbols++
    }
    before = kind
  }
  return [
    ...[words, joined, long, marked, digits, punctuationRuns, punctuation, gaps, blanks, lineEndRuns],
    ...[european, commonHan, rareHan, kana, hangul, wide, letters, symbols],
  ]
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
