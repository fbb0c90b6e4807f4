import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FilePart, Part } from '../content/part.ts'
import { type BookNode, bookOn, type FileBook } from './file-book.ts'

let calls = 0
const fileOf = (path: string, more: Partial<FilePart> = {}): FilePart => ({
  kind: 'file',
  path,
  way: 'read',
  text: 'one\ntwo',
  ...more,
})
const resultOf = (
  callId: string,
  content: Extract<Part, { kind: 'tool-result' }>['content'],
  isError = false,
): Part => ({
  kind: 'tool-result',
  callId,
  content,
  ...(isError ? { isError } : {}),
})
const read = (id: string, path: string, more: Partial<FilePart> = {}): BookNode => ({
  id,
  parts: [resultOf(`c${++calls}`, [fileOf(path, more)])],
})
const edit = (id: string, path: string, callId = `c${++calls}`): BookNode => ({
  id,
  parts: [{ kind: 'tool-call', callId, name: 'edit', input: { path, old_text: 'one', new_text: 'uno' } }],
})
const text = (id: string): BookNode => ({ id, parts: [{ kind: 'text', text: 'hello' }] })

const usesOf = ({ files }: FileBook, key: string): string[] =>
  files.find((file) => file.key === key)?.uses.map(({ node, kind }) => `${kind} ${node}`) ?? []

describe('bookOn', () => {
  it('keeps the files used last first, each with its uses oldest first', () => {
    const book = bookOn(undefined, [
      read('1', 'a', { range: { from: 1, to: 2 } }),
      read('2', 'b'),
      edit('3', './a'),
      text('4'),
    ])
    expect(book.files.map(({ key, changed }) => [key, changed])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(usesOf(book, 'a')).toEqual(['read 1', 'edit 3'])
    expect(book).toMatchObject({ upTo: '4', count: 3 })
  })

  it('knows a file shown in a person’s message and in a result at its place there', () => {
    const mention: BookNode = { id: '1', parts: [{ kind: 'text', text: 'see' }, fileOf('a', { way: 'mention' })] }
    const both: BookNode = { id: '2', parts: [resultOf('c', [{ kind: 'text', text: 'found' }, fileOf('b')])] }
    const { files } = bookOn(undefined, [mention, both])
    expect(files.map(({ uses }) => uses[0])).toEqual([
      { node: '2', part: 0, within: 1, kind: 'read', at: 1 },
      { node: '1', part: 1, kind: 'read', at: 0 },
    ])
  })

  it('forgets what was used before the whole of a file was shown or written again', () => {
    const nodes = [read('1', 'a', { range: { from: 1, to: 2 } }), edit('2', 'a'), read('3', 'a'), edit('4', 'a')]
    expect(usesOf(bookOn(undefined, nodes), 'a')).toEqual(['read 3', 'edit 4'])
  })

  it('takes a change back whose call has failed, also a call of an earlier book', () => {
    const before = bookOn(undefined, [read('1', 'a'), edit('2', 'a', 'failing'), edit('3', 'a', 'fine')])
    const failed: BookNode = { id: '4', parts: [resultOf('failing', [{ kind: 'text', text: 'no such text' }], true)] }
    expect(usesOf(bookOn(before, [failed]), 'a')).toEqual(['read 1', 'edit 3'])
  })

  it('leaves out a file of which nothing is left', () => {
    const failed: BookNode = { id: '2', parts: [resultOf('failing', [{ kind: 'text', text: 'no' }], true)] }
    expect(bookOn(undefined, [edit('1', 'a', 'failing'), failed]).files).toEqual([])
  })

  it('stays as it is where nothing is new', () => {
    const book = bookOn(undefined, [read('1', 'a'), edit('2', 'b')])
    expect(bookOn(book, [])).toEqual(book)
  })

  it('comes to the same in one go and node by node', () => {
    const step = fc.record({ file: fc.nat(60), kind: fc.constantFrom('read', 'range', 'edit', 'fail', 'text') })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const nodes = steps.map(({ file, kind }, at): BookNode => {
          if (kind === 'text') return text(`${at}`)
          if (kind === 'edit') return edit(`${at}`, `f${file}`, `call ${at}`)
          if (kind === 'fail') return { id: `${at}`, parts: [resultOf(`call ${at - 1}`, [], true)] }
          return read(`${at}`, `f${file}`, kind === 'range' ? { range: { from: 1, to: 2 } } : {})
        })
        const once = bookOn(undefined, nodes)
        const stepwise = nodes.reduce<FileBook | undefined>((book, node) => bookOn(book, [node]), undefined)
        expect(stepwise ?? once).toEqual(once)
        expect(once.files.length).toBeLessThanOrEqual(48)
      }),
      { numRuns: 100 },
    )
  })
})
