import fc from 'fast-check'
import { packFormats } from '../../src/bundles/pack/formats/pack-format.ts'
import type { PackRequest } from '../../src/session/pack/pack-request.ts'
import type { Files } from './pack-folder.ts'

/** How often a property is tried; more with PACK_RUNS. */
export const numRuns: number = Number(process.env.PACK_RUNS ?? 25)

const measures = ['o200k_base', 'cl100k_base', 'characters', 'estimate', 'estimate*1.3']

const nasty = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\n\n\n',
  '\r\n',
  '\r',
  '\t',
  '   \n   ',
  '\u{feff}',
  '/',
  '// x\n',
  '/** doc */\n',
  '```\n',
  '`````',
  '</file>',
  '</file_2>\n',
  '<file path="x">\n',
  '{{ITEM_PATH}}',
  '$&',
  "$'$`$1",
  ',\n',
  '",\n"',
  '<|endoftext|>',
  '==== x ====\n',
  '## a.ts\n',
  '😀👩‍👩‍👧',
  'e\u0301',
  '\u2028',
  'x'.repeat(9000),
  'é'.repeat(3000),
  'export function one(a: number): number {\n  const b = a * 2\n  return b + 1\n}\n',
  'import { one } from "./one.ts"\n\nexport class Two {\n  run(): void {\n    console.log(one(1))\n  }\n}\n',
  'def three(x):\n    """Three."""\n    return x * 3\n',
  '# Title\n\nSome words about the parser and its comments.\n',
)
/** Pieces of a text that formats and tokenizers trip over. */
export const text: fc.Arbitrary<string[]> = fc.array(
  fc.oneof({ arbitrary: nasty, weight: 4 }, fc.string({ unit: 'grapheme' }), fc.lorem()),
  {
    maxLength: 14,
  },
)
const contents = fc.oneof(
  { arbitrary: text.map((pieces) => pieces.join('')), weight: 9 },
  { arbitrary: fc.uint8Array({ maxLength: 40 }), weight: 1 },
  {
    arbitrary: fc.lorem({ maxCount: 40, mode: 'sentences' }).map((of) => `${of.replaceAll('. ', '.\n')}\n`),
    weight: 3,
  },
)
const name = fc.constantFrom(
  'one.ts',
  'two.tsx',
  'three.py',
  'parser.go',
  'README.md',
  'note',
  'new\nline.ts',
  'a$&b.md',
  '😀.txt',
  'quo"te.md',
  "quo'te.js",
  'back`tick`.c',
  '```',
  '</file>.xml'.replace('/', '_'),
  ' blank .txt',
  'x\u0301.txt',
  'tab\there',
  '.dot',
  'package-lock.json',
  'a,b.json',
  'bundle.min.js',
  'cr\rname.rs',
  '{a}[b]*.txt',
  'back\\slash.txt',
  '<b>.html',
)
const folder = fc.constantFrom('', '', 'src', 'src/deep/er', 'a b', '$&', 'new\nfolder', '😀')
/** Paths that are hard to write down. */
export const path: fc.Arbitrary<string> = fc
  .tuple(folder, name)
  .map(([under, of]) => (under === '' ? of : `${under}/${of}`))
/** Files of all kinds of names and contents. */
export const files: fc.Arbitrary<Files> = fc
  .uniqueArray(fc.tuple(path, contents), { selector: ([of]) => of, maxLength: 14 })
  .map((pairs): Files => Object.fromEntries(pairs))
const task = fc.option(fc.constantFrom('make the parser accept comments', 'one', '漢字 $& \n `x`'), { nil: undefined })
const extras = fc.option(
  fc.record({ name: fc.constantFrom('diff' as const, 'log' as const), text: text.map((pieces) => pieces.join('')) }),
  { nil: undefined },
)
/** What may be asked of a pack besides its size. */
export const request: fc.Arbitrary<Partial<PackRequest>> = fc
  .record({
    format: fc.constantFrom(...packFormats),
    lineNumbers: fc.boolean(),
    compress: fc.boolean(),
    all: fc.boolean(),
    task,
    extra: extras,
  })
  .map(
    ({ task, extra, ...rest }): Partial<PackRequest> => ({
      ...rest,
      ...(task === undefined ? {} : { task }),
      extras: extra ? [extra] : [],
    }),
  )
/** Every kind of measure. */
export const measure: fc.Arbitrary<string> = fc.constantFrom(...measures)
