import { beforeEach, describe, expect, it } from 'vitest'
import type { Candidate } from '../../core/candidate.ts'
import type { Json } from '../../core/content/json.ts'
import { characters } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { Edit } from '../../history/edits/edit.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { readEdits, withEdits } from './edits.ts'

const call: Part = { kind: 'tool-call', callId: 'c', name: 'read', input: {} }
const result: Part = {
  kind: 'tool-result',
  callId: 'c',
  content: [
    { kind: 'text', text: 'the first of two' },
    { kind: 'file', path: 'a', way: 'read', text: 'the second' },
  ],
}
const parts: readonly Part[] = [{ kind: 'text', text: 'a long text' }, call, result]
const perMessage = 4

let store: Store
let candidate: Candidate

beforeEach(async () => {
  store = memoryStore()
  const content = await store.putContent(parts)
  const size = sizeOfParts(parts, characters) + perMessage
  candidate = { id: 'n', section: 'history', forms: [{ kind: 'full', size, content }] }
})

const edit = (part: number, content: string, more: Partial<Edit> = {}): Edit => ({
  node: 'n',
  part,
  at: 1,
  kind: 'user',
  content,
  ...more,
})

/** The form that edits make, with its parts. */
async function edited(...edits: Edit[]) {
  const [made] = await withEdits(store, characters, [candidate], new Map([['n', edits]]))
  const form = made?.forms[1]
  return { form, parts: (await store.contents([form?.content ?? ''])).get(form?.content ?? '') }
}

describe('edits in force', () => {
  it('are read from their document by node, and are none without one', async () => {
    const edits = [edit(0, 'x'), { ...edit(0, 'y'), node: 'm' }, edit(2, 'z')]
    const digest = await store.putDocument(edits as unknown as Json)
    expect([...(await readEdits(store, digest))]).toEqual([
      ['n', [edits[0], edits[2]]],
      ['m', [edits[1]]],
    ])
    expect(await readEdits(store, null)).toEqual(new Map())
    expect(await readEdits(store, '0'.repeat(64))).toEqual(new Map())
  })

  it('replace a part, and count what that saves', async () => {
    const { form, parts: sent } = await edited(edit(0, 'short', { kind: 'truncate' }))
    expect(sent).toEqual([{ kind: 'text', text: 'short' }, call, result])
    expect(form).toMatchObject({ kind: 'excerpt', by: 'edit', changed: [{ part: 0, kind: 'truncate', saves: 6 }] })
    expect(form?.size).toBe(sizeOfParts(sent ?? [], characters) + perMessage)
  })

  it('replace a result, or one content of it, and leave it the result of its call', async () => {
    const whole = await edited(edit(2, 'nothing new'))
    expect(whole.parts?.[2]).toEqual({ ...result, content: [{ kind: 'text', text: 'nothing new' }] })
    const one = await edited(edit(2, 'nothing new', { within: 1 }))
    expect(one.parts?.[2]).toEqual({ ...result, content: [result.content[0], { kind: 'text', text: 'nothing new' }] })
  })

  it('may make a part larger', async () => {
    const { form } = await edited(edit(0, 'a much longer text than it was'))
    expect(form?.size).toBeGreaterThan(candidate.forms[0].size)
    expect(form?.changed?.[0]?.saves).toBeLessThan(0)
  })

  it('make a summary of a node where one of them is', async () => {
    expect((await edited(edit(0, 'in short', { kind: 'summary' }), edit(2, 'x'))).form?.kind).toBe('summary')
  })

  it('change nothing where there is no such part, content or node, or the part is a call', async () => {
    for (const wrong of [
      edit(9, 'x'),
      edit(-1, 'x'),
      edit(1, 'x'),
      edit(2, 'x', { within: 5 }),
      edit(0, 'x', { within: 0 }),
    ])
      expect((await edited(wrong)).form).toBeUndefined()
    const other = new Map([['m', [edit(0, 'x')]]])
    expect(await withEdits(store, characters, [candidate], other)).toEqual([candidate])
  })

  it('never touch reasoning', async () => {
    const content = await store.putContent([{ kind: 'reasoning', text: 'hm' }])
    const thought: Candidate = { ...candidate, forms: [{ kind: 'full', size: 2, content }] }
    const edits = new Map([['n', [edit(0, 'aha')]]])
    expect(await withEdits(store, characters, [thought], edits)).toEqual([thought])
  })
})
