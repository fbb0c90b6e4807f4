/** What kind of sign a character is, as far as tokenizers tell them apart. */
export const sign = {
  other: 0,
  upper: 1,
  lower: 2,
  /** A Latin letter beyond ASCII. */
  marked: 3,
  digit: 4,
  punctuation: 5,
  blank: 6,
  lineEnd: 7,
  /** Greek and Cyrillic. */
  european: 8,
  /** Ideographs of the first level of GB 2312: the 3755 most common ones of simplified Chinese, by and large in Japanese, too. */
  commonHan: 9,
  kana: 10,
  hangul: 11,
  /** Punctuation and full-width forms of the scripts of East Asia. */
  wide: 12,
  /** Every other script. */
  letter: 13,
  /** All other ideographs. Tokenizers have few of them whole. */
  rareHan: 14,
} as const

type Range = readonly [from: number, to: number, kind: number]

/** Blocks of the Basic Multilingual Plane, as Unicode 16 has them; later ranges win. What is in none is `other`. */
const ranges: readonly Range[] = [
  [0x21, 0x7e, sign.punctuation],
  [0x30, 0x39, sign.digit],
  [0x41, 0x5a, sign.upper],
  [0x61, 0x7a, sign.lower],
  [0x09, 0x09, sign.blank],
  [0x20, 0x20, sign.blank],
  [0x0a, 0x0a, sign.lineEnd],
  [0x0d, 0x0d, sign.lineEnd],
  [0xc0, 0x24f, sign.marked],
  [0xd7, 0xd7, sign.other],
  [0xf7, 0xf7, sign.other],
  [0x250, 0x36f, sign.letter],
  [0x370, 0x52f, sign.european],
  [0x530, 0x10ff, sign.letter],
  [0x1100, 0x11ff, sign.hangul],
  [0x1200, 0x1dff, sign.letter],
  [0x1e00, 0x1eff, sign.marked],
  [0x1f00, 0x1fff, sign.european],
  [0x2c00, 0x2dff, sign.letter],
  [0x2e80, 0x2fdf, sign.rareHan],
  [0x3000, 0x303f, sign.wide],
  [0x3040, 0x30ff, sign.kana],
  [0x3100, 0x312f, sign.letter],
  [0x3130, 0x318f, sign.hangul],
  [0x31f0, 0x31ff, sign.kana],
  [0x3200, 0x33ff, sign.wide],
  [0x3400, 0x4dbf, sign.rareHan],
  [0x4e00, 0x9fff, sign.rareHan],
  [0xa000, 0xabff, sign.letter],
  [0xa960, 0xa97f, sign.hangul],
  [0xac00, 0xd7ff, sign.hangul],
  [0xf900, 0xfaff, sign.rareHan],
  [0xfb00, 0xfdff, sign.letter],
  [0xfe10, 0xfe1f, sign.wide],
  [0xfe30, 0xfe4f, sign.wide],
  [0xfe70, 0xfeff, sign.letter],
  [0xff00, 0xff65, sign.wide],
  [0xff66, 0xff9f, sign.kana],
  [0xffa0, 0xffdc, sign.hangul],
]

let table: Uint8Array | undefined

/** The kind of each UTF-16 code unit; halves of surrogate pairs are `other`. Made when it is first asked for. */
export function signTable(): Uint8Array {
  table ??= tableOf(ranges)
  return table
}

function tableOf(all: readonly Range[]): Uint8Array {
  const made = new Uint8Array(0x1_0000)
  for (const [from, to, kind] of all) made.fill(kind, from, to + 1)
  for (const character of firstLevel()) made[character.charCodeAt(0)] = sign.commonHan
  return made
}

/** GB 2312-80, rows 16 to 55, as the Encoding Standard decodes it: every platform has that table. */
function firstLevel(): string {
  const bytes: number[] = []
  for (let row = 0xb0; row <= 0xd7; row++) {
    for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++) bytes.push(row, cell)
  }
  return new TextDecoder('gbk').decode(new Uint8Array(bytes))
}
