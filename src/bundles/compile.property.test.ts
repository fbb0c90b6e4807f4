import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { codePoints, estimate, type Measure } from '../core/content/measure.ts'
import { loadMeasure } from '../tokenizers/load-measure.ts'
import { compile } from './compile.ts'
import { defaultBundleSettings } from './merge-settings.ts'
import type { Snapshot } from './snapshot.ts'

/** A longer text may be smaller, and nothing is known of parts. */
const odd: Measure = { id: 'odd', count: (text) => (text.length % 7) + Math.ceil(text.length / 5) }

const measures: Measure[] = [estimate, odd]

beforeAll(async () => {
  measures.push(await loadMeasure('o200k_base'), await loadMeasure('cl100k_base'))
})

const piece = fc.constantFrom(
  ...[
    'a',
    'word ',
    '\n',
    '\r\n',
    '\n\n',
    '  ',
    '/',
    '# A\n',
    '😀',
    '👩‍👧',
    '\ud83d',
    '\ude00',
    '<|end|>',
    '漢',
    '...\n',
  ],
  ...['{{ITEM_PATH}}', '{{FILE_TREE}}', '$&', "$'", 'const a = 1\n'],
)
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
const short = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
const template = fc.record({ before: short, after: short })
const settings = fc
  .record({
    max_len: fc.option(fc.integer({ min: 1, max: 200 })),
    max_tokens: fc.option(fc.integer({ min: 1, max: 60 })),
    templates: fc.dictionary(fc.constantFrom('-1', '0', '1', '2'), template),
    list_skipped: fc.boolean(),
    excluded_headings: fc.subarray(['a', '*']),
  })
  .map((options) => ({ ...defaultBundleSettings, ...options }))
const snapshot = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 3 }).map(
  (depths): Snapshot => ({
    depths: depths.map((texts, depth) => ({
      depth,
      items: texts.map((each, at) => ({ path: `${depth}/${at}.md`, text: each })),
    })),
    skipped: ['elsewhere'],
    truncated: [],
    missing: [],
    excluded: {},
    size: 0,
  }),
)

describe('whatever is compiled', () => {
  it('is never over its limits, and has one outcome for each item', () => {
    fc.assert(
      fc.property(snapshot, settings, (given, options) => {
        const paths = given.depths.flatMap(({ items }) => items.map(({ path }) => path))
        for (const measure of measures) {
          const { context, stats } = compile(given, options, { measure })
          if (options.max_len !== null) expect(codePoints(context)).toBeLessThanOrEqual(options.max_len)
          if (options.max_tokens !== null) expect(measure.count(context)).toBeLessThanOrEqual(options.max_tokens)
          expect([stats.characters, stats.tokens]).toEqual([codePoints(context), measure.count(context)])
          expect([...stats.included, ...stats.skipped].sort()).toEqual([...paths, 'elsewhere'].sort())
          expect(stats.included).toEqual(paths.filter((path) => stats.included.includes(path)))
          expect(stats.truncated.length).toBeLessThanOrEqual(1)
          expect(stats.truncated.every((path) => stats.included.includes(path))).toBe(true)
          expect(compile(given, options, { measure })).toMatchObject({ context, stats })
        }
      }),
      { numRuns: 400 },
    )
  })

  it('is not over a limit where a text that ends with a grapheme is larger than one that does not', () => {
    const given: Snapshot = {
      depths: [{ depth: 0, items: [{ path: 'a', text: 'word 👩‍👧' }] }],
      ...{ skipped: [], truncated: [], missing: [], excluded: {}, size: 0 },
    }
    const templates = { '-1': { before: '', after: '# A\na$&' } }
    const { context } = compile(given, { ...defaultBundleSettings, max_tokens: 5, templates }, { measure: odd })
    expect(odd.count(context)).toBeLessThanOrEqual(5)
  })

  it('is cut as late as it can be', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 100 }), (given, max_len) => {
        const one: Snapshot = {
          depths: [{ depth: 0, items: [{ path: 'a', text: given }] }],
          ...{ skipped: [], truncated: [], missing: [], excluded: {}, size: 0 },
        }
        const { context } = compile(one, { ...defaultBundleSettings, max_len })
        expect(given.startsWith(context)).toBe(true)
        if (context === given) return
        const nextLine = /^[^\r\n]*(?:\r\n|\r|\n)/.exec(given.slice(context.length))?.[0]
        if (/[\r\n]$/.test(context) && nextLine) expect(codePoints(context + nextLine)).toBeGreaterThan(max_len)
        expect(context === '' && given !== '').toBe(false)
      }),
    )
  })
})
