import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints, estimate } from '../core/content/measure.ts'
import { compile } from './compile.ts'
import { exampleLinks, exampleSource } from './example-source.ts'
import { defaultBundleSettings } from './merge-settings.ts'
import type { BundleSettings } from './settings.ts'
import type { Snapshot } from './snapshot.ts'
import { takeSnapshot } from './take-snapshot.ts'

const names = ['a.md', 'b.md', 'f/c.md', 'f/d.md', 'f/g/e.md', 'h.md', '[i].md', 'j#k.md']
const name = fc.constantFrom(...names)

/** A note with links, to itself too, and a section. */
const note = fc
  .tuple(fc.array(name, { maxLength: 4 }), fc.integer({ min: 0, max: 40 }), fc.boolean())
  .map(([links, length, hasSection]) => {
    const lines = links.map((link) => `(${link})\n`).join('')
    return `${'x'.repeat(length)}\n${hasSection ? '# Secret\n' : ''}${lines}`
  })
const files = fc
  .tuple(...names.map(() => fc.option(note, { nil: undefined, freq: 4 })))
  .map((notes): { [path: string]: string } =>
    Object.fromEntries(names.flatMap((path, at) => (notes[at] === undefined ? [] : [[path, notes[at]]]))),
  )
const item = fc.constantFrom(
  ...names,
  'f',
  'f/',
  '**/*.md',
  '*.md',
  'a.md#Secret',
  'gone',
  '../out',
  'bundle:x',
  './b.md',
)
const items = fc.uniqueArray(fc.tuple(item, fc.boolean()), { selector: ([key]) => key, maxLength: 6 })
const template = fc.record({ before: fc.constantFrom('', '<{{ITEM_PATH}}>\n'), after: fc.constantFrom('', '</>') })
const settings = fc
  .record({
    link_depth: fc.integer({ min: 0, max: 4 }),
    inlinks: fc.boolean(),
    excluded_headings: fc.subarray(['secret']),
    max_len: fc.option(fc.integer({ min: 1, max: 300 })),
    max_tokens: fc.option(fc.integer({ min: 1, max: 80 })),
    templates: fc.dictionary(fc.constantFrom('-1', '0', '1'), template),
    follow_links_in_excluded: fc.boolean(),
    order: fc.constantFrom('size' as const, 'listing' as const),
  })
  .map((options): BundleSettings => ({ ...defaultBundleSettings, ...options }))

const targets = (text: string): string[] => [...text.matchAll(/\((.*?)\)/g)].map(([, target]) => target ?? '')

function take(
  example: { [path: string]: string },
  entries: readonly [string, boolean][],
  options: BundleSettings,
): Promise<Snapshot> {
  const nested = { key: 'x', name: 'x', items: { f: true, 'bundle:x': true, 'a.md': true, 'f/d.md': false }, opts: {} }
  return takeSnapshot(Object.fromEntries(entries), options, {
    source: exampleSource({ files: example, unreadable: { 'h.md': 'unreadable' } }),
    links: exampleLinks({ files: example }, targets),
    bundles: (asked) => (asked === 'x' ? nested : undefined),
    measure: estimate,
  })
}

describe('whatever is linked to whatever', () => {
  it('gives each path one outcome, at one depth, within the limits', async () => {
    await fc.assert(
      fc.asyncProperty(files, items, settings, async (example, entries, options) => {
        const { depths, skipped, truncated, missing, size } = await take(example, entries, options)
        const placed = depths.flatMap(({ items }) => items)
        const outcomes = [...placed.map(({ path }) => path), ...skipped, ...missing.map(({ path }) => path)]
        expect(new Set(outcomes).size).toBe(outcomes.length)
        expect(depths.every(({ depth, items }) => depth <= options.link_depth && items.length > 0)).toBe(true)
        expect(depths.map(({ depth }) => depth)).toEqual(depths.map(({ depth }) => depth).sort((a, b) => a - b))
        expect(truncated.length).toBeLessThanOrEqual(1)
        expect(size).toBe(placed.reduce((sum, { text }) => sum + codePoints(text), 0))
        if (options.max_len !== null) expect(size).toBeLessThanOrEqual(options.max_len)
      }),
      { numRuns: 300 },
    )
  })

  it('does not depend on the order of the items, and is the same again', async () => {
    await fc.assert(
      fc.asyncProperty(files, items, settings, async (example, entries, options) => {
        const sized: BundleSettings = { ...options, order: 'size' }
        const first = await take(example, entries, sized)
        expect(await take(example, entries.toReversed(), sized)).toEqual(first)
        expect(await take(example, entries, sized)).toEqual(first)
      }),
      { numRuns: 200 },
    )
  })

  it('is compiled with the same settings to everything that it has', async () => {
    await fc.assert(
      fc.asyncProperty(files, items, settings, async (example, entries, options) => {
        const snapshot = await take(example, entries, options)
        const { context, stats } = compile(snapshot, options, { measure: estimate })
        expect(stats.included).toEqual(snapshot.depths.flatMap(({ items }) => items.map(({ path }) => path)))
        expect([stats.skipped, stats.truncated, stats.excluded]).toEqual([
          snapshot.skipped,
          snapshot.truncated,
          snapshot.excluded,
        ])
        if (options.max_len !== null) expect(codePoints(context)).toBeLessThanOrEqual(options.max_len)
        if (options.max_tokens !== null) expect(estimate.count(context)).toBeLessThanOrEqual(options.max_tokens)
      }),
      { numRuns: 300 },
    )
  })
})
