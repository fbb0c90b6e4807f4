import { describe, expect, it } from 'vitest'
import { estimate, type Measure } from '../core/content/measure.ts'
import { compile } from './compile.ts'
import { LimitNotPositive, MeasureMissing } from './errors.ts'
import { mergeSettings } from './merge-settings.ts'
import type { BundleOptions } from './settings.ts'
import type { Snapshot, SnapshotItem } from './snapshot.ts'

function snapshotOf(...depths: SnapshotItem[][]): Snapshot {
  const numbered = depths.map((items, depth) => ({ depth, items })).filter(({ items }) => items.length > 0)
  return { depths: numbered, skipped: [], truncated: [], missing: [], excluded: {}, size: 0 }
}

function compiled(snapshot: Snapshot, options: BundleOptions = {}, measure?: Measure): ReturnType<typeof compile> {
  return compile(snapshot, mergeSettings(options), { measure })
}

const around = (before: string, after = ''): { before: string; after: string } => ({ before, after })
const three = snapshotOf([
  { path: 'a.md', text: 'aaaa' },
  { path: 'b.md', text: 'b\nbb\nbbb' },
  { path: 'c.md', text: 'c' },
])

describe('compile', () => {
  it('cuts the first item that was skipped in its own place, on a line, after the others had their turn', () => {
    const { context, stats } = compiled(three, { max_len: 11 })
    expect(context).toBe('aaaab\nbb\nc')
    expect(stats).toMatchObject({
      included: ['a.md', 'b.md', 'c.md'],
      truncated: ['b.md'],
      skipped: [],
      characters: 10,
    })
  })

  it('places all of a depth before anything of the next, and cuts what was skipped first', () => {
    const snapshot = snapshotOf(
      [{ path: 'z', text: 'z'.repeat(9) }],
      [
        { path: 'x', text: 'xxx' },
        { path: 'y', text: 'yyyy' },
      ],
    )
    const { context, stats } = compiled(snapshot, { max_len: 6 })
    expect(context).toBe('zzzxxx')
    expect(stats).toMatchObject({ included: ['z', 'x'], truncated: ['z'], skipped: ['y'] })
  })

  it('never cuts inside a code point, nor inside a grapheme if one fits whole', () => {
    const text = 'a👩‍👩‍👧👩‍👩‍👧'
    const cut = (max_len: number): string => compiled(snapshotOf([{ path: 'a', text }]), { max_len }).context
    expect([1, 5, 6, 10, 11].map(cut)).toEqual(['a', 'a', 'a👩‍👩‍👧', 'a👩‍👩‍👧', text])
    expect(compiled(snapshotOf([{ path: 'a', text: '👩‍👩‍👧!' }]), { max_len: 2 }).context).toBe('👩\u200d')
  })

  it('keeps a Windows line end together', () => {
    const snapshot = snapshotOf([{ path: 'a', text: 'ab\r\ncd' }])
    expect([3, 4, 5].map((max_len) => compiled(snapshot, { max_len }).context)).toEqual(['ab', 'ab\r\n', 'ab\r\n'])
  })

  it('leaves contents, paths and unknown variables as they are', () => {
    const path = 'a/$&{{ITEM_EXT}}.md'
    const templates = {
      '0': around('{{ITEM_PATH}} {{ITEM_X}} {{FILE_TREE}}\n'),
      '-1': around('{{ITEM_PATH}} {{FILE_TREE}}\n'),
    }
    const { context } = compiled(snapshotOf([{ path, text: "{{ITEM_PATH}}$1$'{{FILE_TREE}}" }]), { templates })
    expect(context).toBe(
      `{{ITEM_PATH}} └── a/\n    └── $&{{ITEM_EXT}}.md\n${path} {{ITEM_X}} {{FILE_TREE}}\n{{ITEM_PATH}}$1$'{{FILE_TREE}}`,
    )
  })

  it('names the part of a note in path and name, and its file in the tree and the extension', () => {
    const snapshot = snapshotOf([{ path: 'n/a.md#B/C.d', file: 'n/a.md', text: '' }])
    const templates = { '0': around('{{ITEM_PATH}} {{ITEM_NAME}} {{ITEM_EXT}}'), '-1': around('{{FILE_TREE}}\n') }
    expect(compiled(snapshot, { templates }).context).toBe('└── n/\n    └── a.md\nn/a.md#B/C.d a.md#B/C.d md')
  })

  it('names what was skipped, as far as it fits, inside the wrap', () => {
    const text = 'x'.repeat(90)
    const snapshot = {
      ...snapshotOf([
        { path: 'a', text: 'a' },
        { path: 'b\nb', text },
      ]),
      skipped: ['later', 'last'],
    }
    const templates = { '0': around('', '!'.repeat(60)), '-1': around('<', '>') }
    const { context, stats } = compiled(snapshot, { max_len: 112, list_skipped: true, templates })
    expect(context).toBe(`<a${'!'.repeat(60)}\nLeft out because it did not fit:\n- b b\n- later\n>`)
    expect(stats).toMatchObject({ skipped: ['b\nb', 'later', 'last'], characters: 111 })
    expect(compiled(snapshot, { max_len: 70, list_skipped: true, templates }).context).toBe(`<a${'!'.repeat(60)}>`)
  })

  it('leaves out headings, and counts those of included items only', () => {
    const text = '# A\n1\n# B\n2\n'
    const snapshot = {
      ...snapshotOf([{ path: 'a.md', text }], [{ path: 'b.md', text: `${text}${'x'.repeat(99)}` }]),
      excluded: { c: 2 },
    }
    const templates = { '1': around('-'.repeat(30)) }
    const { context, stats } = compiled(snapshot, { excluded_headings: ['b'], max_len: 20, templates })
    expect([context, stats.excluded, stats.skipped]).toEqual(['# A\n1\n', { b: 1, c: 2 }, ['b.md']])
  })

  it('counts what is in each depth and in the whole', () => {
    const snapshot = snapshotOf(
      [{ path: 'a', text: 'aaaaa' }],
      [],
      [
        { path: 'b', text: 'b' },
        { path: 'c', text: 'c' },
      ],
    )
    const { stats } = compiled(snapshot, { templates: { '2': around('<', '>'), '-1': around('(', ')') } }, estimate)
    expect([stats.characters, stats.tokens, stats.depths]).toEqual([
      13,
      4,
      [
        { depth: 0, items: 1, characters: 5, tokens: 2 },
        { depth: 2, items: 2, characters: 6, tokens: 2 },
      ],
    ])
  })

  it('keeps both limits', () => {
    const snapshot = snapshotOf([{ path: 'a', text: 'a'.repeat(100) }])
    expect(compiled(snapshot, { max_len: 50, max_tokens: 10 }, estimate).context).toHaveLength(40)
    expect(compiled(snapshot, { max_len: 30, max_tokens: 10 }, estimate).context).toHaveLength(30)
  })

  it('cuts no second item where the snapshot had cut one', () => {
    const snapshot = { ...three, truncated: ['b.md'] }
    expect(compiled(snapshot)).toMatchObject({
      context: 'aaaab\nbb\nbbbc',
      stats: { truncated: ['b.md'], skipped: [] },
    })
    expect(compiled(snapshot, { max_len: 8 })).toMatchObject({ context: 'aaaab\nc', stats: { truncated: ['b.md'] } })
    const { context, stats } = compiled(snapshot, { max_len: 3 })
    expect([context, stats.truncated, stats.skipped]).toEqual(['aac', ['a.md'], ['b.md']])
  })

  it.each([0, -1, Number.NaN])('refuses a limit of %d', (limit) => {
    expect(() => compiled(three, { max_len: limit })).toThrow(LimitNotPositive)
    expect(() => compiled(three, { max_tokens: limit }, estimate)).toThrow(LimitNotPositive)
  })

  it('refuses a limit in tokens without a measure', () => {
    expect(() => compiled(three, { max_tokens: 5 })).toThrow(MeasureMissing)
  })
})
