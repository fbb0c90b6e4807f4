import assert from 'node:assert/strict'
import type { Node } from '../../history/node.ts'
import { chain, failsWith, sampleId, started, type Test, textNode } from './samples.ts'

/** Looking around in a tree, and what a person notes in it. */
export function aroundContract(test: Test): void {
  test('pages through the children of a node, in the order in which they were written', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append(chain(1, 2), { conversation, branch, measures: [] })
    const many = [...Array(20).keys()].map((at) => textNode(10 + at, sampleId(1)))
    await store.append(many, { conversation, measures: [] })
    await store.append([{ ...textNode(40, sampleId(1)), annotation: true }], { conversation, measures: [] })
    const source = { node: sampleId(1), role: 'primary' as const }
    await store.append([textNode(41, sampleId(10))], { conversation, measures: [] })
    await store.addEdge({ target: sampleId(41), type: 'continuation', sources: [source] }, 1)
    const children = async (stretch: { after?: string; before?: string; limit: number }): Promise<number[]> =>
      numbersOf(await store.children(sampleId(1), stretch))
    assert.deepEqual(await children({ limit: 3 }), [2, 10, 11])
    assert.deepEqual(await children({ after: sampleId(27), limit: 9 }), [28, 29, 41])
    assert.deepEqual(await children({ before: sampleId(12), limit: 2 }), [10, 11])
    assert.deepEqual(await children({ after: sampleId(10), before: sampleId(13), limit: 9 }), [11, 12])
    assert.deepEqual(numbersOf(await store.children(sampleId(1), { type: 'annotation', limit: 9 })), [40])
    await failsWith('node-not-found', store.children('nowhere', { limit: 1 }))
    const among = await store.siblings(sampleId(15))
    assert.deepEqual(among, {
      index: 6,
      count: 22,
      first: sampleId(2),
      last: sampleId(41),
      previous: sampleId(14),
      next: sampleId(16),
    })
    const note = await store.siblings(sampleId(40))
    assert.deepEqual([note.count, note.previous, note.next], [1, null, null])
    assert.equal((await store.siblings(sampleId(1))).count, 1)
    assert.equal(await store.root(conversation), sampleId(1))
    assert.equal(await store.descendantCount(sampleId(1)), 23)
  })

  test('gives the nodes of one conversation in the order in which they were written', async (store) => {
    const first = await started(store, 1)
    const second = await started(store, 2)
    for (const [target, from] of [
      [first, 1],
      [second, 101],
    ] as const)
      await store.append(chain(from, from + 4), { ...target, measures: [] })
    await store.append(chain(6, 9, sampleId(5)), { ...first, measures: [] })
    const written = async (stretch: { after?: string; before?: string; limit: number }): Promise<number[]> =>
      numbersOf(await store.written(first.conversation, stretch))
    assert.deepEqual(await written({ limit: 99 }), [1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert.deepEqual(await written({ after: sampleId(4), limit: 3 }), [5, 6, 7])
    assert.deepEqual(await written({ before: sampleId(9), limit: 2 }), [7, 8])
    await failsWith('conversation-not-found', store.written('nowhere', { limit: 1 }))
  })

  test('keeps bookmarks, tags and visits', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append(chain(1, 4), { conversation, branch, measures: [] })
    await store.append([textNode(5, sampleId(1))], { conversation, measures: [] })
    await store.bookmark(sampleId(3), 'later', 20)
    await store.bookmark(sampleId(2), '', 10)
    await store.bookmark(sampleId(4), 'gone', 5)
    await store.bookmark(sampleId(4), null, 6)
    assert.deepEqual(await store.bookmarks(conversation), [
      { node: sampleId(2), label: '', at: 10 },
      { node: sampleId(3), label: 'later', at: 20 },
    ])
    for (const tag of ['b', 'a', 'c']) await store.tag(sampleId(3), tag, true)
    await store.tag(sampleId(3), 'c', false)
    await store.tag(sampleId(1), 'a', true)
    assert.deepEqual(await store.tags(sampleId(3)), ['a', 'b'])
    assert.deepEqual(await store.tagged(conversation, 'a'), [1, 3].map(sampleId))
    assert.equal(await store.lastVisitedChild(sampleId(1)), null)
    await store.visit(sampleId(5), 30)
    await store.visit(sampleId(2), 40)
    assert.equal(await store.lastVisitedChild(sampleId(1)), sampleId(2))
    await store.visit(sampleId(5), 50)
    assert.equal(await store.lastVisitedChild(sampleId(1)), sampleId(5))
    assert.deepEqual(await store.visits([1, 5].map(sampleId)), new Map([[sampleId(5), 50]]))
    assert.deepEqual(await store.unread(conversation, { limit: 2 }), [1, 3].map(sampleId))
    assert.deepEqual(await store.unread(conversation, { after: sampleId(3), limit: 9 }), [sampleId(4)])
    for (const work of [store.bookmark('x', '', 1), store.tag('x', 'a', true), store.visit('x', 1)])
      await failsWith('node-not-found', work)
  })
}

function numbersOf(nodes: readonly Node[]): number[] {
  return nodes.map(({ id }) => Number(id.slice(3, 10)))
}
