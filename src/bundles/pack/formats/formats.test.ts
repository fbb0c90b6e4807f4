import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadMeasure } from '../../../tokenizers/load-measure.ts'
import { excerptFile, type PackedFile, wholeFile } from '../packed-file.ts'
import { packFormat } from './find-format.ts'
import { type PackFormat, type PackHead, packFormats, shownPath } from './pack-format.ts'

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('```', '`````\n', '\n', '\r\n', '\r', ' ', '</file>', '</file_2>', '</task>', '</tree>', '$&'),
      fc.constantFrom(
        '==== a ====\n',
        '## a\n',
        '",\n"',
        '\u2028',
        '\u{feff}',
        '\u202e',
        '\u{e0001}',
        '\u009b',
        '/',
        '\t',
        '<|endoftext|>',
      ),
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''))
const path = text.map((of) => of.replaceAll(/[/\0]/g, '')).filter((of) => of !== '' && of.isWellFormed())
const file = fc.oneof(
  fc
    .tuple(path, text, fc.boolean())
    .map(([of, held, numbers]) => wholeFile({ path: of, form: 'full', text: held }, numbers)),
  fc.tuple(path, text).map(([of, held]): PackedFile => ({ path: of, form: 'card', text: held })),
  fc
    .tuple(path, text, fc.nat(99), fc.boolean())
    .map(([of, held, from, numbers]) =>
      excerptFile(of, [{ from: from + 1, to: from + held.split('\n').length, text: held }], numbers),
    ),
)
const head = fc.record(
  {
    task: text,
    tree: text,
    extras: fc.array(fc.record({ name: fc.constantFrom('diff' as const, 'log' as const), text }), { maxLength: 2 }),
    part: fc.integer({ min: 1, max: 99 }),
  },
  { requiredKeys: ['tree', 'extras'] },
)
const foot = fc.record({ leftOut: fc.array(fc.record({ path, why: text }), { maxLength: 3 }) })
const format = fc.constantFrom(...packFormats).map(packFormat)

const nothing: PackHead = { tree: '', extras: [] }

function written(of: PackFormat, files: readonly PackedFile[]): readonly string[] {
  return files.map((each, at) => (at === 0 ? '' : of.between) + of.block(each))
}

describe('every format', () => {
  it('makes pieces whose sizes add up to the size of the whole', async () => {
    const measures = await Promise.all(['o200k_base', 'cl100k_base', 'characters'].map((id) => loadMeasure(id)))
    fc.assert(
      fc.property(format, head, fc.array(file, { maxLength: 4 }), foot, (of, before, files, behind) => {
        const pieces = [of.head(before), ...written(of, files), of.foot(behind)]
        for (const piece of pieces) expect(piece).toMatch(/^(?:|[^\s/][\s\S]*\n)$/)
        for (const { count } of measures)
          expect(pieces.reduce((sum, piece) => sum + count(piece), 0)).toBe(count(pieces.join('')))
      }),
      { numRuns: 300 },
    )
  })

  it('names every path on one line', () => {
    fc.assert(
      fc.property(path, (of) => {
        expect(shownPath(of)).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u)
        if (shownPath(of) !== of) expect(JSON.parse(shownPath(of))).toBe(of)
        for (const name of packFormats) {
          const block = packFormat(name).block({ path: of, form: 'full', text: '' })
          expect(block.trim().split('\n').length).toBeLessThanOrEqual(4)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('gives two paths two names', () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        fc.pre(one !== other)
        expect(shownPath(one)).not.toBe(shownPath(other))
        for (const name of packFormats) {
          const blocks = [one, other].map((of) => packFormat(name).block({ path: of, form: 'full', text: '' }))
          expect(blocks[0]).not.toBe(blocks[1])
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('JSON', () => {
  it('is one document that gives back what went in', () => {
    fc.assert(
      fc.property(head, fc.array(file, { maxLength: 4 }), foot, (before, files, behind) => {
        fc.pre(files.every((each) => each.text.isWellFormed()))
        const of = packFormat('json')
        const parsed = JSON.parse([of.head(before), ...written(of, files), of.foot(behind)].join(''))
        expect(parsed.files).toEqual(
          files.map(({ form, ...rest }) => ({ ...rest, ...(form === 'full' ? {} : { form }) })),
        )
        expect(parsed.leftOut).toEqual(behind.leftOut)
        expect(parsed.task).toBe(before.task)
        expect(parsed.part).toBe(before.part)
      }),
      { numRuns: 300 },
    )
  })
})

describe('Markdown', () => {
  it('closes a fence only behind the text', () => {
    fc.assert(
      fc.property(file, (each) => {
        const lines = packFormat('markdown').block(each).split('\n')
        const fence = lines.find((line) => /^```+[\w+#-]*$/.test(line))?.replace(/[\w+#-]*$/, '') ?? ''
        const start = lines.findIndex((line) => line.startsWith(fence))
        const end = lines.findIndex((line, at) => at > start && new RegExp(`^ {0,3}${fence}\`*\\s*$`).test(line))
        expect(fence).not.toBe('')
        expect(lines.slice(end + 1).join('\n')).toBe('\n')
        expect(lines.slice(start + 1, end).join('\n')).toBe(each.text.replace(/\n$/, ''))
      }),
      { numRuns: 500 },
    )
  })

  it('has a task on one line', () => {
    const of = packFormat('markdown')
    expect(of.head({ ...nothing, task: ' one\n## two\r\n three ' })).toBe(
      '# Files\n\nFor this task: one ## two three\n\n',
    )
  })
})

describe('XML', () => {
  it('has a text as it is between tags that the text does not close', () => {
    fc.assert(
      fc.property(file, (each) => {
        const block = packFormat('xml').block(each)
        const tag = /^<(\w+) path="[^"]*"/.exec(block)?.[1] ?? ''
        const from = block.indexOf('>\n') + 2
        const to = block.indexOf(`</${tag}>`)
        expect(block.slice(to)).toBe(`</${tag}>\n`)
        expect(block.slice(from, to).replace(/\n$/, '')).toBe(each.text.replace(/\n$/, ''))
      }),
      { numRuns: 500 },
    )
  })

  it('writes what would end an attribute in another way', () => {
    const of = packFormat('xml')
    expect(of.block({ path: 'a"<b>&\n.ts', form: 'full', text: 'x' })).toBe(
      '<file path="a&quot;&lt;b>&amp;&#10;.ts">\nx\n</file>\n',
    )
    expect(of.foot({ leftOut: [{ path: 'a"', why: 'x' }] })).toBe('<left_out path="a&quot;" why="x"/>\n</files>\n')
  })
})
