import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../core/content/part.ts'
import type { Kept } from '../../core/decision.ts'
import type { FormKind, Section } from '../../core/form.ts'
import { references } from './references.ts'

interface Entry {
  readonly id?: string
  readonly section?: Section
  readonly form?: FormKind
  readonly parts: readonly Part[]
}

const text = (said: string): Part => ({ kind: 'text', text: said })
const file = (path: string, content = 'nothing'): Part => ({ kind: 'file', path, way: 'read', text: content })
const call = (callId: string, path: string, name = 'read_file'): Part => ({
  kind: 'tool-call',
  callId,
  name,
  input: { path },
})
const result = (callId: string, said: string): Part => ({
  kind: 'tool-result',
  callId,
  content: [{ kind: 'text', text: said }],
})

function referred(entries: readonly Entry[], answer: readonly Part[]): (string | null)[] {
  const contents = new Map(entries.map(({ parts }, at) => [`d${at}`, parts]))
  const kept = entries.map(
    ({ id, section = 'history', form = 'full' }, at): Kept => ({
      kind: 'kept',
      id: id ?? `n${at}`,
      section,
      form,
      size: 1,
      content: `d${at}`,
      reason: { kind: 'fits' },
    }),
  )
  return references({ kept }, contents, answer).map(({ state, by }) => (state === 'used' ? by : state))
}

describe('what an answer referred to', () => {
  it('is an item whose path it quotes, in any spelling that names one file', () => {
    const items = [{ parts: [file('src/a/one.ts')] }, { parts: [file('/home/me/src/b/two.ts')] }]
    for (const said of [
      'see src/a/one.ts:12.',
      '`one.ts`',
      '(./src/a/one.ts)',
      'it is in a\\one.ts',
      '/work/src/a/one.ts,',
    ])
      expect(referred(items, [text(said)])).toEqual(['src/a/one.ts', 'unused'])
    expect(referred(items, [text('src/b/two.ts')])).toEqual(['unused', '/home/me/src/b/two.ts'])
    expect(referred(items, [text('done.ts and src/c/one.ts')])).toEqual(['unused', 'unused'])
  })

  it('takes a name without folders for a file only where no two files of the plan share it', () => {
    const items = [{ parts: [file('a/index.ts')] }, { parts: [file('b/index.ts')] }]
    expect(referred(items, [text('index.ts')])).toEqual(['unused', 'unused'])
    expect(referred(items, [text('b/index.ts')])).toEqual(['unused', 'b/index.ts'])
  })

  it('finds paths with spaces in prose, and any path in the input of a call', () => {
    const items = [{ parts: [file('my notes/to do.md')] }, { parts: [file('app/(group)/page.tsx')] }]
    expect(referred(items, [text('As my notes/to do.md says')])).toEqual(['my notes/to do.md', 'unused'])
    expect(referred(items, [call('1', 'app/(group)/page.tsx')])).toEqual(['unused', 'app/(group)/page.tsx'])
  })

  it('gives a name that several have to the file in work, else to the one that defines it, else to the newest', () => {
    const shown = { parts: [result('x', 'import { readLedger } from "x"')] }
    const defining = { parts: [result('y', 'export function readLedger(): void {}')] }
    const work: Entry = { id: 'file:src/l.ts', section: 'files', parts: [file('src/l.ts', 'readLedger()')] }
    const answer = [text('I call readLedger there.')]
    expect(referred([shown, shown], answer)).toEqual(['unused', 'readLedger'])
    expect(referred([defining, shown], answer)).toEqual(['readLedger', 'unused'])
    expect(referred([work, shown, shown], answer)).toEqual(['readLedger', 'unused', 'unused'])
    const twice = [{ parts: [file('src/l.ts')] }, work, { parts: [file('src/l.ts')] }]
    expect(referred(twice, [text('src/l.ts')])).toEqual(['unused', 'src/l.ts', 'unused'])
    expect(referred([twice[0] ?? work, { parts: [file('./src/l.ts')] }], [text('src/l.ts')])).toEqual([
      'unused',
      'src/l.ts',
    ])
  })

  it('counts a name that many items hold for none of them', () => {
    const items = Array.from({ length: 6 }, (_, at) => ({ parts: [result(`${at}`, 'readLedger()')] }))
    expect(new Set(referred(items, [text('readLedger')]))).toEqual(new Set(['unused']))
  })

  it.each(['readLedger', 'LedgerReader', 'read_ledger', 'MAX_LEDGER', 'ledger.entries', '`readLedger()`'])(
    'knows %s for a symbol',
    (name) => {
      const code = `x = ${name.replace(/[`()]/g, '')}\n`
      expect(referred([{ parts: [file('a.py', code)] }], [text(`See ${name}, please`)])).not.toContain('unused')
    },
  )

  it('takes words of the language, names of products and of files for no symbols', () => {
    const words = 'JavaScript GitHub console.log forEach toString package.json e.g. the ledger import'
    expect(referred([{ parts: [result('1', `${words} otherName`)] }], [text(words)])).toEqual(['unused'])
  })

  it('takes a plain word in backticks for a name only where it is defined', () => {
    const items = [
      { parts: [result('1', 'def settle(a):\n  pass')] },
      { parts: [result('2', 'we settle, someCall()')] },
    ]
    expect(referred(items, [text('`settle` is wrong')])).toEqual(['settle', 'unused'])
    expect(referred(items, [text('let us settle this')])).toEqual(['unnamed', 'unused'])
  })

  it('has no name for small talk, and reads of what is said only what is marked as code', () => {
    const items = [
      { parts: [text('Hello, how are you? Look at readLedger')] },
      { parts: [text('```ts\nreadLedger()\n```\nand `otherLedger`')] },
    ]
    expect(referred(items, [text('readLedger')])).toEqual(['unnamed', 'readLedger'])
    expect(referred(items, [text('otherLedger')])).toEqual(['unnamed', 'otherLedger'])
    expect(referred(items, [text('Fine.')])).toEqual(['unnamed', 'unused'])
  })

  it('holds a call and its result for one', () => {
    const items = [
      { parts: [text('I look.'), call('1', 'src/a.ts'), call('2', 'src/b.ts')] },
      { parts: [result('1', 'const oneThing = 1')] },
      { parts: [result('2', 'const twoThings = 2')] },
    ]
    expect(referred(items, [text('src/b.ts')])).toEqual(['src/b.ts', 'unused', 'src/b.ts'])
    expect(referred(items, [text('oneThing')])).toEqual(['oneThing', 'oneThing', 'unused'])
    expect(referred(items, [text('nothing')])).toEqual(['unused', 'unused', 'unused'])
  })

  it('knows bundle items and files in work by their ids, tools by being called, nodes by their short ids', () => {
    const items: Entry[] = [
      { id: 'tool:read_file', section: 'tools', parts: [text('{"name":"read_file"}')] },
      { id: 'tool:other_tool', section: 'tools', parts: [text('{"name":"other_tool"}')] },
      { id: 'system:agent', section: 'system', parts: [text('You are `readLedger`')] },
      { id: 'bundle:docs:notes/plan.md', section: 'bundle', parts: [text('words')] },
      { id: '01J0000001K3X9ABCDEFGHJKMN', parts: [text('words')] },
    ]
    expect(referred(items, [call('9', 'notes/plan.md'), text('as k3x9 says')])).toEqual([
      'read_file',
      'unused',
      'unnamed',
      'notes/plan.md',
      'k3x9',
    ])
    expect(referred(items, [text('other_tool')])).toEqual(['unused', 'unused', 'unnamed', 'unused', 'unnamed'])
  })

  it('reads reasoning, and cuts long names', () => {
    const path = `src/${'a'.repeat(250)}.ts`
    const [by] = referred([{ parts: [file(path)] }], [{ kind: 'reasoning', text: path }])
    expect(by).toHaveLength(120)
    expect(by?.endsWith('a.ts')).toBe(true)
  })

  it('says something of every item, whatever stands in plan and answer', () => {
    const word = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('src/a.ts', '`', '```', 'fooBar', '.', '/', '__proto__'),
    )
    const said = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
    const part = fc.oneof(
      said.map(text),
      said.map((path) => file(path, path)),
      fc.tuple(said, said).map(([id, path]) => call(id, path)),
      fc.tuple(said, said).map(([id, given]) => result(id, given)),
    )
    const parts = fc.array(part, { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), parts, (items, answer) => {
        const once = referred(
          items.map((each) => ({ parts: each })),
          answer,
        )
        expect(once).toHaveLength(items.length)
        expect(
          referred(
            items.map((each) => ({ parts: each })),
            answer,
          ),
        ).toEqual(once)
      }),
    )
  })
})
