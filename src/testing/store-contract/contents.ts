import assert from 'node:assert/strict'
import { digestJson } from '../../core/content/digest.ts'
import type { Part } from '../../core/content/part.ts'
import { started, type Test, textNode } from './samples.ts'

/** Contents and documents by digest. */
export function contentContract(test: Test): void {
  test('stores a content once, under the digest of its canonical JSON', async (store) => {
    const parts: Part[] = [
      { kind: 'tool-call', callId: 'a', name: 'read', input: { z: 1, a: { d: 1, b: 'é😀\u0000' } } },
    ]
    const digest = await store.putContent(parts)
    assert.equal(digest, digestJson(parts))
    assert.equal(
      await store.putContent([
        { name: 'read', kind: 'tool-call', input: { a: { b: 'é😀\u0000', d: 1 }, z: 1 }, callId: 'a' },
      ]),
      digest,
    )
    assert.deepEqual(await store.contents([digest, 'f'.repeat(64), 'nonsense']), new Map([[digest, parts]]))
    const { contents, textBytes } = await store.stats()
    assert.equal(contents, 1)
    assert.deepEqual(await store.purged([digest, 'f'.repeat(64), 'nonsense']), new Set())
    assert.ok(textBytes >= 80)
  })

  test('gives back the content of a node that was appended', async (store) => {
    const { conversation, branch } = await started(store)
    const [node] = await store.append([textNode(1, null, 'hello')], { conversation, branch, measures: [] })
    const content = node?.content ?? ''
    assert.deepEqual((await store.contents([content])).get(content), [{ kind: 'text', text: 'hello' }])
  })

  test('keeps documents apart from contents', async (store) => {
    const value = { b: [1, 2, { c: null }], a: 'text' }
    const digest = await store.putDocument(value)
    assert.equal(digest, digestJson(value))
    assert.equal(await store.putDocument({ a: 'text', b: [1, 2, { c: null }] }), digest)
    assert.deepEqual(await store.document(digest), value)
    assert.equal(await store.document('0'.repeat(64)), undefined)
    assert.equal((await store.contents([digest])).size, 0)
    assert.equal(await store.document(await store.putDocument(null)), null)
  })
}
