import assert from 'node:assert/strict'
import { call, failsWith, nodeOf, sampleId, started, type Test, textNode } from './samples.ts'

/** Full-text search. */
export function searchContract(test: Test): void {
  test('finds words and phrases, the best first, without case and accents', async (store) => {
    const { conversation, branch } = await started(store)
    const texts = ['the heddle lifts the warp', 'Héddle, HEDDLE heddle!', 'a warp and a weft', 'no such thing']
    const nodes = texts.map((text, at) => textNode(at + 1, at === 0 ? null : sampleId(at), text))
    await store.append(nodes, { conversation, branch, measures: [] })
    const found = async (query: string): Promise<number[]> =>
      (await store.search(query, { limit: 9 })).map(({ node }) => Number(node.slice(3, 10)))
    assert.deepEqual(await found('heddle'), [2, 1])
    assert.deepEqual(await found('héddle WARP'), [1])
    assert.deepEqual(await found('"lifts the"'), [1])
    assert.deepEqual(await found('"the lifts"'), [])
    assert.deepEqual(await found('hed*'), [2, 1])
    assert.deepEqual(await found('hed'), [])
    await store.append([textNode(5, sampleId(4), 'one more weft')], { conversation, branch, measures: [] })
    assert.deepEqual((await found('weft')).sort(), [3, 5])
    assert.equal((await store.search('heddle', { limit: 1 })).length, 1)
    await failsWith('search-syntax', store.search('say "so', { limit: 1 }))
    await failsWith('search-syntax', store.search(' -- "" ', { limit: 1 }))
  })

  test('shows where in the text it was found', async (store) => {
    const { conversation, branch } = await started(store)
    const text = `${'word '.repeat(100)}then the Wéft, and ${'more '.repeat(100)}`
    await store.append([textNode(1, null, text)], { conversation, branch, measures: [] })
    const [hit] = await store.search('weft', { limit: 1 })
    const { text: piece, ranges } = hit?.snippet ?? { text: '', ranges: [] }
    assert.deepEqual(
      ranges.map(([from, to]) => piece.slice(from, to)),
      ['Wéft'],
    )
    assert.ok(piece.length < 200 && text.includes(piece))
    assert.equal(hit?.conversation, conversation)
  })

  test('searches one conversation, or one path, and what tools were given', async (store) => {
    const first = await started(store, 1)
    const second = await started(store, 2)
    await store.append([textNode(1, null, 'weft'), textNode(2, sampleId(1), 'weft')], { ...first, measures: [] })
    await store.append([textNode(3, sampleId(1), 'weft'), textNode(4, sampleId(3), 'warp')], { ...first, measures: [] })
    await store.append([nodeOf(5, null, 'model', [call('weft')]), textNode(6, sampleId(5), 'weft')], {
      ...second,
      measures: [],
    })
    const ids = async (query: string, options: object): Promise<string[]> =>
      (await store.search(query, { limit: 9, ...options })).map(({ node }) => node).sort()
    assert.deepEqual(await ids('weft', {}), [1, 2, 3, 6].map(sampleId))
    assert.deepEqual(await ids('weft', { conversation: first.conversation }), [1, 2, 3].map(sampleId))
    assert.deepEqual(await ids('weft', { route: await store.route(sampleId(4)) }), [1, 3].map(sampleId))
    assert.deepEqual(await ids('"a.ts"', {}), [sampleId(5)])
    await failsWith('conversation-not-found', store.search('weft', { conversation: 'nowhere', limit: 1 }))
  })
}
