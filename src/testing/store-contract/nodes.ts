import assert from 'node:assert/strict'
import { digestJson } from '../../core/content/digest.ts'
import { characters } from '../../core/content/measure.ts'
import { call, chain, failsWith, nodeOf, result, sampleId, started, type Test, textNode } from './samples.ts'

/** Appending nodes, and what is derived from their parents. */
export function nodeContract(test: Test): void {
  test('returns what it wrote, and reads the same back', async (store) => {
    const { conversation, branch } = await started(store)
    const nodes = [{ ...textNode(1, null), authorId: 'ada' }, textNode(2, sampleId(1), ' \n')]
    const written = await store.append(nodes, { conversation, branch, measures: [characters] })
    const content = digestJson(nodes[0]?.parts)
    const hash = digestJson({ content, parents: [], author: 'human', authorId: 'ada', createdAt: 1001 })
    assert.deepEqual(written[0], {
      id: sampleId(1),
      shortId: sampleId(1).slice(10, 14).toLowerCase(),
      conversation,
      parent: null,
      depth: 0,
      author: 'human',
      authorId: 'ada',
      content,
      hash,
      createdAt: 1001,
      newestHuman: sampleId(1),
      empty: false,
      unmatched: false,
      openCalls: 0,
    })
    assert.equal(
      written[1]?.hash,
      digestJson({ content: digestJson(nodes[1]?.parts), parents: [hash], author: 'human', createdAt: 1002 }),
    )
    assert.deepEqual([written[1]?.empty, written[1]?.newestHuman, written[1]?.depth], [true, sampleId(1), 1])
    for (const node of written) assert.deepEqual(await store.node(node.id), node)
    assert.equal(await store.node('nowhere'), undefined)
    assert.equal((await store.branch(branch))?.head, sampleId(2))
  })

  test('joins a call and its result to one atom, over appends', async (store) => {
    const { conversation } = await started(store)
    const target = { conversation, measures: [] }
    await store.append([textNode(1, null), nodeOf(2, sampleId(1), 'model', [call('a')])], target)
    const [second, third] = [
      (await store.append([nodeOf(3, sampleId(2), 'model', [call('b')])], target))[0],
      (await store.append([nodeOf(4, sampleId(3), 'tool', [result('b')])], target))[0],
    ]
    const [last, stray] = await store.append(
      [nodeOf(5, sampleId(4), 'tool', [result('a')]), nodeOf(6, sampleId(5), 'tool', [result('z')])],
      target,
    )
    assert.deepEqual(
      [second, third, last].map((node) => node?.atom),
      [sampleId(2), sampleId(2), sampleId(2)],
    )
    assert.deepEqual(
      [second, third, last].map((node) => node?.openCalls),
      [2, 1, 0],
    )
    assert.deepEqual([stray?.unmatched, stray?.atom, last?.unmatched], [true, undefined, false])
  })

  test('gives every node of a conversation a short id of its own', async (store) => {
    const { conversation, branch } = await started(store)
    const random = '7ZZZZZZZZZZZZZZZ'
    const ids = [`01J0000001${random}`, `01J0000002${random}`, `01J0000003${random.slice(0, 4)}AAAAAAAAAAAA`]
    const nodes = ids.map((id, at) => ({ ...textNode(1, at === 0 ? null : (ids[at - 1] ?? null)), id }))
    const written = await store.append(nodes, { conversation, branch, measures: [] })
    assert.deepEqual(
      written.map(({ shortId }) => shortId),
      ['7zzz', '7zzzz', '7zzza'],
    )
  })

  test('refuses what does not belong, and writes nothing of that batch', async (store) => {
    const { conversation, branch } = await started(store, 1)
    const other = await started(store, 2)
    const target = { conversation, branch, measures: [characters] }
    await store.append([{ ...textNode(1, null), key: 'k1' }], target)
    await store.append([textNode(2, null)], { ...other, measures: [] })
    const good = textNode(3, sampleId(1))
    const before = await store.stats()
    for (const [code, bad] of [
      ['node-not-found', textNode(4, 'nowhere')],
      ['node-not-found', textNode(4, sampleId(4))],
      ['foreign-parent', textNode(4, sampleId(2))],
      ['second-root', textNode(4, null)],
      ['duplicate-id', textNode(1, sampleId(3))],
      ['duplicate-id', textNode(3, sampleId(3))],
      ['duplicate-id', { ...textNode(4, sampleId(3)), key: 'k1' }],
    ] as const) {
      await failsWith(code, store.append([good, bad], target))
      assert.equal(await store.node(good.id), undefined)
    }
    await failsWith('conversation-not-found', store.append([good], { ...target, conversation: 'nowhere' }))
    await failsWith('branch-not-found', store.append([good], { ...target, branch: other.branch }))
    const { nodes, contents, textBytes } = await store.stats()
    assert.deepEqual([nodes, contents, textBytes], [before.nodes, before.contents, before.textBytes])
    assert.equal((await store.branch(branch))?.head, sampleId(1))
    assert.equal((await store.append([good], target))[0]?.depth, 1)
  })

  test('writes branches with the nodes, all or none', async (store) => {
    const { conversation, branch } = await started(store)
    const main = await store.branch(branch)
    assert.ok(main)
    const side = { ...main, id: 'side', name: 'side', parent: branch, forkPoint: sampleId(1), head: sampleId(2) }
    const nodes = [textNode(1, null), textNode(2, sampleId(1))]
    const branches = [{ ...main, head: sampleId(1) }, side]
    await failsWith(
      'branch-name-taken',
      store.append(nodes, { conversation, measures: [], branches: [{ ...side, name: main.name }] }),
    )
    assert.equal((await store.stats()).nodes, 0)
    await store.append(nodes, { conversation, measures: [], branches })
    assert.equal((await store.branch(branch))?.head, sampleId(1))
    assert.deepEqual(await store.branch('side'), side)
  })

  test('writes an empty batch as nothing', async (store) => {
    const { conversation, branch } = await started(store)
    assert.deepEqual(await store.append([], { conversation, branch, measures: [characters] }), [])
    assert.equal((await store.branch(branch))?.head, null)
  })

  test('remembers what was imported under which key, by conversation', async (store) => {
    const first = await started(store, 1)
    const second = await started(store, 2)
    const nodes = chain(1, 3).map((node, at) => ({ ...node, key: `key ${at}` }))
    await store.append(nodes, { ...first, measures: [] })
    const found = await store.imported(first.conversation, ['key 2', 'key 9', 'key 0'])
    assert.deepEqual([...found].sort(), [
      ['key 0', sampleId(1)],
      ['key 2', sampleId(3)],
    ])
    assert.equal((await store.imported(second.conversation, ['key 0'])).size, 0)
    await store.append([{ ...textNode(9, null), key: 'key 0' }], { ...second, measures: [] })
    assert.equal((await store.imported(second.conversation, ['key 0'])).get('key 0'), sampleId(9))
  })
}
