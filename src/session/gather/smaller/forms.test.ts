import { beforeEach, describe, expect, it } from 'vitest'
import type { Candidate } from '../../../core/candidate.ts'
import { characters } from '../../../core/content/measure.ts'
import type { FilePart, Part, ResultContent } from '../../../core/content/part.ts'
import { sizeOfParts } from '../../../core/content/size.ts'
import type { Form } from '../../../core/form.ts'
import { memoryStore } from '../../../stores/memory/memory-store.ts'
import type { Store } from '../../../stores/store.ts'
import { withOutputForms } from './output-forms.ts'
import { type RepeatRequest, withRepeatForms } from './repeat-forms.ts'
import { readWindow, shownInWindow } from './window.ts'

const file = (path: string, text: string): FilePart => ({ kind: 'file', path, way: 'read', text })
const text = (said: string): ResultContent => ({ kind: 'text', text: said })
const long = Array.from({ length: 60 }, (_, at) => `line ${at + 1} of a long file`).join('\n')
const printed = Array.from({ length: 90 }, (_, at) => `${at} tests passed`).join('\n')

let store: Store
let candidates: Candidate[]

beforeEach(() => {
  store = memoryStore()
  candidates = []
})

async function add(id: string, parts: readonly Part[], more: Partial<Candidate> = {}): Promise<void> {
  const content = await store.putContent(parts)
  const forms: Candidate['forms'] = [{ kind: 'full', size: sizeOfParts(parts, characters) + 4, content }]
  candidates.push({ id, section: 'history', forms, ...more })
}

/** A call and its result, each a node. */
async function step(id: string, input: { readonly [key: string]: string }, content: readonly ResultContent[]) {
  const name = 'old_text' in input ? 'edit' : 'path' in input ? 'read' : 'bash'
  await add(id, [{ kind: 'tool-call', callId: id, name, input }], { atom: id, author: 'model' })
  await add(`${id}.result`, [{ kind: 'tool-result', callId: id, content }], { atom: id, author: 'tool' })
}

const read = (id: string, path = 'a', shown = long) => step(id, { path }, [file(path, shown)])
const run = (id: string, command = id, said = printed) => step(id, { command }, [text(said)])

const partsIn = async (form: Form | undefined): Promise<readonly Part[] | undefined> =>
  (await store.contents([form?.content ?? ''])).get(form?.content ?? '')

describe('the window', () => {
  it('is what was read of the path, with edits, and without what is barred or was not read', async () => {
    await add('a', [{ kind: 'text', text: 'one' }])
    await add('barred', [{ kind: 'text', text: 'two' }], { bar: 'excluded' })
    await add('system', [{ kind: 'text', text: 'three' }], { section: 'system' })
    await add('cut', [], { stretch: { from: 'x', to: 'y', count: 3, cut: true } })
    const content = await store.putContent([{ kind: 'text', text: 'edited' }])
    const [first] = candidates
    if (first) candidates[0] = { ...first, forms: [...first.forms, { kind: 'excerpt', size: 6, content, by: 'edit' }] }
    expect(await readWindow(store, candidates)).toMatchObject([{ index: 0, parts: [{ kind: 'text', text: 'edited' }] }])
  })

  it('shows files, changes of files by their calls, and results with the input that they came from', async () => {
    await read('r')
    await step('e', { path: './a', old_text: 'x', new_text: 'y' }, [text('done')])
    await run('b', 'ls', 'a\nb')
    const shown = shownInWindow(await readWindow(store, candidates))
    expect(shown.map(({ kind, node, key }) => [kind, node, kind === 'result' ? '' : key])).toEqual([
      ['file', 'r.result', 'a'],
      ['edit', 'e.result', 'a'],
      ['result', 'e.result', ''],
      ['result', 'b.result', ''],
    ])
  })
})

describe('forms for what is repeated', () => {
  const request: RepeatRequest = { nameOf: (id) => `<${id}>`, firm: new Set(), before: [], newer: [] }
  const made = async (more: Partial<RepeatRequest> = {}): Promise<readonly Candidate[]> =>
    withRepeatForms(store, characters, candidates, await readWindow(store, candidates), { ...request, ...more })
  const formsIn = (all: readonly Candidate[]) =>
    all.flatMap(({ id, forms }) => forms.slice(1).map((form) => [id, form.by, form.pointsTo]))

  it('point at the newest that shows it, in words that name it, and are measured as they are', async () => {
    await read('r1')
    await read('r2')
    const all = await made()
    expect(formsIn(all)).toEqual([['r1.result', 'repeat', ['r2.result']]])
    const form = all[1]?.forms[1]
    const parts = await partsIn(form)
    expect(JSON.stringify(parts)).toContain('<r2.result>')
    expect(form?.size).toBe(sizeOfParts(parts ?? [], characters) + 4)
    expect(form?.changed).toMatchObject([{ part: 0, kind: 'repeated', saves: expect.any(Number) }])
  })

  it('say that a file has changed since where it was written in between', async () => {
    await read('r1')
    await step('e', { path: 'a', old_text: 'line 1 ', new_text: 'line one ' }, [text('done')])
    await read('r2', 'a', long.replace('line 1 ', 'line one '))
    expect((await made())[1]?.forms[1]?.changed).toMatchObject([{ kind: 'stale' }])
  })

  it('are not offered for what has to stay in full, nor where nothing newer shows it', async () => {
    await read('r1')
    await read('r2')
    await read('other', 'b', `${long}!`)
    expect(formsIn(await made({ firm: new Set(['r1.result']) }))).toEqual([])
  })

  it('point at a file in work that shows the newest state', async () => {
    await read('r1')
    const carried = { kind: 'file', node: 'file:a', part: 0, key: 'a', path: 'a', way: 'read', text: long } as const
    expect(formsIn(await made({ newer: [carried] }))).toEqual([['r1.result', 'repeat', ['file:a']]])
    expect(formsIn(await made({ before: [carried] }))).toEqual([])
  })

  it('are made for equal results of equal calls', async () => {
    await run('b1', 'npm test')
    await run('b2', 'npm run lint')
    await run('b3', 'npm test')
    expect(formsIn(await made())).toEqual([['b1.result', 'repeat', ['b3.result']]])
  })
})

describe('forms for outputs', () => {
  const made = async (): Promise<readonly Candidate[]> =>
    withOutputForms(store, characters, candidates, await readWindow(store, candidates))
  const shortened = (all: readonly Candidate[]): string[] =>
    all.flatMap(({ id, forms }) => (forms.some(({ by }) => by === 'output') ? [id] : []))

  it('leave out the middle of what commands gave back, but for the newest four steps', async () => {
    for (const id of ['1', '2', '3', '4', '5', '6']) await run(id)
    const all = await made()
    expect(shortened(all)).toEqual(['1.result', '2.result'])
    const form = all[1]?.forms[1]
    const parts = await partsIn(form)
    expect(form?.size).toBe(sizeOfParts(parts ?? [], characters) + 4)
    expect(JSON.stringify(parts)).toMatch(/"0 tests passed.*89 tests passed"/)
    expect(JSON.stringify(parts).length).toBeLessThan(700)
  })

  it('do not touch file content, short results, or what only its provider understands', async () => {
    await read('1')
    await run('2', 'ls', 'a\nb')
    const provider = { anthropic: { type: 'search' } }
    await step('3', { command: 'x' }, [{ kind: 'text', text: printed, provider }])
    for (const id of ['4', '5', '6', '7']) await run(id, id, 'short')
    expect(shortened(await made())).toEqual([])
  })

  it('go on from the form for what is repeated, and keep what that points at', async () => {
    const both = [file('a', long), text(printed)]
    await step('1', { path: 'a' }, both)
    await read('2')
    for (const id of ['3', '4', '5', '6']) await run(id, id, 'short')
    const window = await readWindow(store, candidates)
    const request = { nameOf: (id: string) => id, firm: new Set<string>(), before: [], newer: [] }
    const repeats = await withRepeatForms(store, characters, candidates, window, request)
    const [, result] = await withOutputForms(store, characters, repeats, window)
    const [full, repeat, output] = result?.forms ?? []
    expect(output).toMatchObject({ by: 'output', pointsTo: ['2.result'] })
    expect(full && repeat && output && full.size > repeat.size && repeat.size > output.size).toBe(true)
    expect(output?.size).toBe(sizeOfParts((await partsIn(output)) ?? [], characters) + 4)
  })
})
