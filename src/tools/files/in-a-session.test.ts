import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../core/content/json.ts'
import { codePoints } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { bookOn } from '../../core/files/file-book.ts'
import { fileChanges } from '../../core/files/file-change.ts'
import { type FileState, hasNumbers, stateOf } from '../../core/files/file-state.ts'
import { findRepeats } from '../../core/repeats/find-repeats.ts'
import { type ShownCall, shownIn } from '../../core/repeats/shown.ts'
import { fileAccess } from '../../formats/files/file-tools.ts'
import { touchedFiles } from '../../summaries/touched-files.ts'
import { type ExampleRoot, exampleRoot } from './example-root.ts'

let example: ExampleRoot
beforeEach(() => {
  example = exampleRoot()
})
afterEach(() => example.remove())

interface Use {
  readonly name: string
  readonly input: JsonObject
}
interface SessionNode {
  readonly id: string
  readonly parts: readonly Part[]
}

/** Runs tools one after the other: the nodes of a session that did so. */
async function session(uses: readonly Use[]): Promise<SessionNode[]> {
  const nodes: SessionNode[] = []
  for (const [at, { name, input }] of uses.entries()) {
    const callId = `c${at}`
    const { content, isError } = await example.call(name, input)
    nodes.push({ id: `m${at}`, parts: [{ kind: 'tool-call', callId, name, input }] })
    const result: Part = { kind: 'tool-result', callId, name, content, ...(isError ? { isError: true } : {}) }
    nodes.push({ id: `t${at}`, parts: [result] })
  }
  return nodes
}

function stateIn(nodes: readonly SessionNode[]): FileState | undefined {
  const [file] = bookOn(undefined, nodes).files
  return file && stateOf(file, (id) => nodes.find((node) => node.id === id)?.parts ?? [])
}

function repeatsIn(nodes: readonly SessionNode[]): ReturnType<typeof findRepeats> {
  const calls = new Map<string, ShownCall>()
  const shown = nodes.flatMap(({ id, parts }) => {
    for (const part of parts)
      if (part.kind === 'tool-call') {
        const writes = fileChanges(part.name, part.input).map(({ path }) => path)
        calls.set(part.callId, { name: part.name, input: part.input, writes })
      }
    return shownIn({ id, parts }, { calls })
  })
  return findRepeats(shown, { measure: { id: 'characters', count: codePoints } })
}

const text = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `the text of line ${at + 1}\n`).join('')
const read = (more: JsonObject = {}): Use => ({ name: 'read_file', input: { path: 'a.ts', ...more } })
const replace = (old_text: string, new_text: string, replace_all = false): Use => ({
  name: 'replace_in_file',
  input: { path: 'a.ts', old_text, new_text, replace_all },
})
const write = (content: string): Use => ({ name: 'write_file', input: { path: 'a.ts', content } })

describe('what the tools give', () => {
  it('makes an older read a notice where a newer one shows it', async () => {
    example.put('a.ts', text(200))
    expect(repeatsIn(await session([read(), read()]))).toMatchObject([
      { node: 't0', kind: 'repeated', pointsTo: ['t1'] },
    ])
    const parts = [read({ start_line: 20, end_line: 80 }), read({ start_line: 10, end_line: 90 })]
    expect(repeatsIn(await session(parts))).toMatchObject([{ node: 't0', form: 'notice', pointsTo: ['t1'] }])
    const overlap = [read({ start_line: 1, end_line: 80 }), read({ start_line: 41, end_line: 120 })]
    expect(repeatsIn(await session(overlap))).toMatchObject([{ node: 't0', form: 'excerpt', pointsTo: ['t1'] }])
  })

  it('makes a read stale where the file was written and read again', async () => {
    example.put('a.ts', text(200))
    const nodes = await session([read(), replace('the text of line 7\n', 'something else\n'), read()])
    expect(repeatsIn(nodes)).toMatchObject([
      { node: 't0', kind: 'stale', pointsTo: ['t2'] },
      { node: 't1', kind: 'repeated' },
    ])
  })

  it('lets the book of files know a file that was written and changed, without reading it', async () => {
    const nodes = await session([write(text(3)), replace('line 2', 'line two'), replace('nowhere', 'x')])
    const state = stateIn(nodes)
    expect(state).toMatchObject({ path: 'a.ts', whole: true })
    expect(state?.runs.flatMap(({ lines }) => lines).join('\n')).toContain('the text of line two\n')
  })

  it('counts as reads and writes of the file', async () => {
    example.put('a.ts', text(3))
    const nodes = await session([read(), replace('line 2', 'line two'), write('x'), replace('nowhere', 'x')])
    const summaryNodes = nodes.map(({ id, parts }) => ({ id, author: 'model' as const, parts }))
    expect(touchedFiles(summaryNodes as never, fileAccess)).toMatchObject([
      { path: 'a.ts', reads: 1, writes: 2, last: 'failed-write' },
    ])
  })

  it('lets the book put together just what stands in the file, whatever is read, written and changed', async () => {
    const line = fc.constantFrom('first of all lines', 'second of all lines', 'third of all lines', 'x', '')
    const content = fc.array(line, { minLength: 1, maxLength: 120 }).map((lines) => `${lines.join('\n')}\n`)
    const use = fc.oneof(
      fc.constant(read()),
      fc
        .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 60 }))
        .map(([from, more]) => read({ start_line: from, end_line: from + more })),
      content.map(write),
      fc.tuple(line, content, fc.boolean()).map(([old, fresh, all]) => replace(`${old}\n`, fresh, all)),
    )
    await fc.assert(
      fc.asyncProperty(content, fc.array(use, { minLength: 1, maxLength: 8 }), async (before, uses) => {
        example.put('a.ts', before)
        example.seen.clear()
        const state = stateIn(await session(uses))
        const lines = example.text('a.ts').split('\n')
        for (const run of state?.runs.filter(hasNumbers) ?? [])
          expect(run.lines).toEqual(lines.slice(run.from - 1, run.from - 1 + run.lines.length))
      }),
      { numRuns: 150 },
    )
  })
})
