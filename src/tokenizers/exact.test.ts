import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Measure } from '../core/content/measure.ts'
import { type Encoding, exactMeasure } from './exact.ts'
import { loadMeasure } from './load-measure.ts'

/**
 * A name, a text, and its tokens in o200k_base and cl100k_base. The numbers were made once with `encode_ordinary` of the
 * reference, tiktoken 0.14.0 for Python, from the same texts as UTF-16 (lone surrogates passed through).
 */
type Sample = readonly [name: string, text: string, o200k: number, cl100k: number]

/** Pseudo-random numbers from 0 to 1, always the same ones (Park and Miller's generator). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function drawn(alphabet: string, length: number, seed: number): string {
  const next = numbers(seed)
  const signs = Array.from(alphabet)
  return Array.from({ length }, () => signs[Math.floor(next() * signs.length)]).join('')
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const base64 = `${letters.toUpperCase()}${letters}0123456789+/`

/** 100,000 UTF-16 units or a few more of the same characters over and over, and an image as a data URL. */
const runs: readonly Sample[] = [
  ['lower-case letter', 'a'.repeat(100_000), 12500, 12500],
  ['upper-case letter', 'Q'.repeat(100_000), 50000, 50000],
  ['two cases in turn', 'aB'.repeat(50_000), 50001, 50001],
  ['accented letter', 'é'.repeat(100_000), 100000, 100000],
  ['Cyrillic letter', 'я'.repeat(100_000), 50000, 100000],
  ['Arabic letter', 'م'.repeat(100_000), 50000, 100000],
  ['Devanagari letter', 'क'.repeat(100_000), 100000, 100000],
  ['Han character', '漢'.repeat(100_000), 100000, 200000],
  ['two Han characters', '中文'.repeat(50_000), 50000, 100000],
  ['Hangul syllable', '한'.repeat(100_000), 100000, 100000],
  ['space', ' '.repeat(100_000), 782, 782],
  ['tab', '\t'.repeat(100_000), 6250, 6250],
  ['line feed', '\n'.repeat(100_000), 6250, 3125],
  ['Windows line end', '\r\n'.repeat(50_000), 12500, 12500],
  ['no-break space', '\u00a0'.repeat(100_000), 12500, 12500],
  ['digit', '7'.repeat(100_000), 33334, 33334],
  ['equals sign', '='.repeat(100_000), 1562, 1563],
  ['hyphen', '-'.repeat(100_000), 1562, 1562],
  ['full stop', '.'.repeat(100_000), 1563, 1563],
  ['underscore', '_'.repeat(100_000), 1563, 1563],
  ['box drawing', '─'.repeat(100_000), 6250, 12500],
  ['emoji', '😀'.repeat(50_000), 50000, 100000],
  ['emoji with joiners', '👩‍👩‍👧'.repeat(12_500), 100000, 162500],
  ['combining accent', '\u0301'.repeat(100_000), 100000, 100000],
  ['zero-width joiner', '\u200d'.repeat(100_000), 100000, 200000],
  ['null character', '\0'.repeat(100_000), 50000, 100000],
  ['lone surrogate', '\ud800'.repeat(100_000), 12500, 25000],
  ['special token', '<|endoftext|>'.repeat(7_700), 46201, 46201],
  ['random letters', drawn(letters, 100_000, 1), 51884, 54125],
  ['random digits', drawn('0123456789', 100_000, 2), 33334, 33334],
  ['random punctuation', drawn('!#$%&()*+,-./:;<=>?@[]^_{|}~', 100_000, 3), 66855, 66211],
  ['random Han', drawn('的一是不了人我在有他这中大来上国个到说们', 100_000, 4), 90294, 98959],
  ['data URL', `data:image/png;base64,${drawn(base64, 79_976, 5)}==`, 54597, 57343],
]

/** Texts as people and programs write them, and as they do not. */
const texts: readonly Sample[] = [
  ['empty', '', 0, 0],
  ['a word', 'heddle', 3, 2],
  ['a sentence', 'On a loom, the heddle decides which threads are lifted on each pass.', 16, 18],
  [
    'contractions',
    "I'm sure they'll say we've done what he'd do; it's HERS, isn't it? DON'T SHOUT, THEY'RE ASLEEP.",
    27,
    33,
  ],
  ['no spaces', 'thisIsACamelCaseIdentifier_with_snake_parts-and-kebab-parts.and.dots', 18, 18],
  ['spaces before and after', '   three before, and two after  ', 8, 8],
  ['tabs and line ends', '\ta\n\n\tb\r\n\r\n  c\r\td \n \n e', 10, 10],
  ['only white space', ' \t \n \r\n \u00a0 \u2003 \u3000 ', 8, 9],
  ['numbers', '0 1 12 123 1234 12345 1234567890 3.14159 1,000,000 1e-9 0xDEADBEEF 2026-11-21T22:30:00Z', 54, 54],
  ['TypeScript', 'export const add = (a: number, b: number): number => {\n  return a + b // sum\n}\n', 25, 25],
  [
    'Python',
    'def fib(n: int) -> int:\n    """The n-th number."""\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n',
    38,
    38,
  ],
  [
    'deep indentation',
    Array.from({ length: 24 }, (_, depth) => `${' '.repeat(depth * 4)}if x${depth} {`).join('\n'),
    119,
    119,
  ],
  ['JSON', JSON.stringify({ id: 7, path: 'src/a.ts', nested: { list: [1, null, true, 'ä'], empty: {} } }), 27, 25],
  ['pretty JSON', JSON.stringify({ id: 7, list: [1, 2, { deep: ['x'] }] }, null, 2), 39, 39],
  ['a diff', '--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,4 @@\n-const a = 1\n+const a = 2\n+const b = 3\n ', 43, 42],
  [
    'a stack trace',
    'TypeError: x is not a function\n    at run (file:///home/me/app.js:10:5)\n    at async main (node:42)\n',
    33,
    32,
  ],
  [
    'a Markdown table',
    '| a | b |\n|---|:-:|\n| `x` | **y** |\n\n> quote\n\n- [ ] item [link](https://example.org/a_b?c=d#e)\n',
    42,
    42,
  ],
  ['HTML', '<!doctype html><p class="a b">x &amp; y</p><!-- note --><script>let a="</p>"</script>', 32, 32],
  ['SQL', "SELECT n.id, count(*) FROM node AS n WHERE n.text LIKE '%heddle%' GROUP BY 1 HAVING count(*) > 1;", 31, 30],
  ['a path on Windows', 'C:\\Users\\me\\AppData\\Local\\Temp\\a b (1).txt', 17, 16],
  ['a regular expression', '^(?:[^\\s@]+@[^\\s@]+\\.[a-z]{2,})$|\\p{L}+(?=\\d)', 30, 30],
  ['German', 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.', 18, 22],
  ['French', 'Voix ambiguë d’un cœur qui, au zéphyr, préfère les jattes de kiwis.', 22, 27],
  ['Turkish', 'İstanbul’da ılık bir ağustos akşamı; pijamalı hasta yağız şoföre çabucak güvendi.', 31, 37],
  ['Vietnamese', 'Tiếng Việt có nhiều dấu: ă â đ ê ô ơ ư, và thanh điệu.', 23, 33],
  ['Polish', 'Zażółć gęślą jaźń.', 12, 13],
  ['Russian', 'Съешь же ещё этих мягких французских булок, да выпей чаю.', 19, 36],
  ['Greek', 'Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία.', 23, 36],
  ['Hebrew', 'דג סקרן שט בים מאוכזב ולפתע מצא חברה.', 19, 40],
  ['Arabic', 'نص حكيم له سر قاطع وذو شأن عظيم ١٢٣٤٥.', 21, 36],
  ['Hindi', 'ऋषियों को सताने वाले दुष्ट राक्षसों का अंत १२३.', 21, 50],
  ['Thai', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า', 15, 33],
  ['Chinese', '天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。上下文窗口有多大？', 28, 41],
  ['Japanese', 'いろはにほへと ちりぬるを。カタカナとｶﾀｶﾅと漢字、全角ＡＢＣ１２３。', 40, 47],
  ['Korean', '키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다.', 23, 42],
  ['mixed scripts', 'The 猫 said «привет» to 3 κόρες and שלום to 世界 — done.', 20, 32],
  ['emoji', 'ok 👍🏽 family 👨‍👩‍👧‍👦 flag 🇩🇪 heart ❤️ keycap 7️⃣ rare 🫨', 32, 46],
  ['combining marks', 'e\u0301 o\u0308\u0323 Z\u0351\u036b\u0343 a\u0301\u0301\u0301\u0301', 17, 19],
  ['right-to-left marks', 'a\u200fb\u202ec\u2066d\u2069', 10, 12],
  ['control characters', 'a\0b\u0001c\u001b[31mred\u001b[0m\u0007\u007f\u0085\u009b', 20, 18],
  ['byte order mark', '\ufefftext\ufeff', 3, 3],
  ['line separators', 'a\u2028b\u2029c\u000bd\u000ce', 10, 11],
  ['private use and beyond', '\ue000 \uf8ff \u{f0000} \u{10ffff} \ufffe', 17, 19],
  ['lone surrogates', 'a\ud800b\udc00c\udc00\ud800d \ud83d', 8, 8],
  [
    'special tokens',
    '<|endoftext|> <|fim_prefix|><|fim_middle|><|fim_suffix|> <|endofprompt|> <|im_start|>user<|im_sep|>',
    43,
    43,
  ],
  ['almost special', '<|endoftext| <|endoftext|>> < |endoftext|> <|ENDOFTEXT|> <|', 29, 26],
  ['punctuation runs', '!!! ... ??? === *** --- ___ /// \\\\\\ <<<>>> :::; ,,, "\'`"\'` ({[]})', 23, 23],
  ['currency and mathematics', '€1.00 £2 ¥300 ₿ ∑∫√∞≠≤≥±×÷ x² H₂O ½ ⅔', 33, 39],
  [
    'a uuid and hashes',
    '550e8400-e29b-41d4-a716-446655440000 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    53,
    53,
  ],
  [
    'many short lines',
    Array.from({ length: 300 }, (_, line) => `${line}: value ${line * line}`).join('\n'),
    2067,
    2067,
  ],
  [
    'a minified line',
    Array.from({ length: 500 }, (_, at) => `function f${at}(a,b){return a*${at}+b}`).join(';'),
    6000,
    6000,
  ],
  ['random characters', drawn(`${base64} \n\t.,;:-_<>|äöüß漢字かなжя😀🎉\u0301\u200d`, 5000, 6), 3849, 4168],
]

/** What a long run may take. Warm it takes about 20; the limit leaves room for a busy machine. */
const longestMilliseconds = 100

/** How the measures that are looked at were loaded. A snapshot is what the first load leaves in the folder. */
const ways: readonly (readonly [name: string, load: (encoding: Encoding) => Promise<Measure>])[] = [
  ['from its vocabulary', (encoding) => loadMeasure(encoding)],
  [
    'from a snapshot',
    async (encoding) => {
      await exactMeasure(encoding, { snapshots })
      return exactMeasure(encoding, { snapshots })
    },
  ],
]

let snapshots: string
beforeAll(async () => {
  snapshots = await mkdtemp(join(tmpdir(), 'heddle-exact-'))
})
afterAll(() => rm(snapshots, { recursive: true }))

describe.each(ways)('an exact measure that was loaded %s counts what the reference counts', (_way, load) => {
  let o200k: Measure
  let cl100k: Measure

  beforeAll(async () => {
    o200k = await load('o200k_base')
    cl100k = await load('cl100k_base')
    o200k.count('warm')
    cl100k.count('warm')
  })

  it.each(texts)('in %s', (_name, text, inO200k, inCl100k) => {
    expect([o200k.count(text), cl100k.count(text)]).toEqual([inO200k, inCl100k])
  })

  it.each(runs)('in a long run, and fast: %s', (_name, text, inO200k, inCl100k) => {
    expect([o200k.count(text), cl100k.count(text)]).toEqual([inO200k, inCl100k])
    for (const measure of [o200k, cl100k]) {
      expect(Math.min(...[1, 2, 3].map(() => millisecondsOf(() => measure.count(text))))).toBeLessThan(
        longestMilliseconds,
      )
    }
  })

  it('as another implementation does, in generated text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.lorem(),
      fc.constantFrom(' ', '\n', '\r\n', '\t', '  ', "'s", "'LL", '<|endoftext|>', '\ud800', '1234', '\u3000', '/**\n'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const options = { disallowedSpecial: new Set<string>() }
        expect(o200k.count(text)).toBe(countO200k(text, options))
        expect(cl100k.count(text)).toBe(countCl100k(text, options))
      }),
      { numRuns: 300 },
    )
  })
})

function millisecondsOf(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}
