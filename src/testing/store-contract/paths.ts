import assert from 'node:assert/strict'
import { characters, estimate, type Measure } from '../../core/content/measure.ts'
import { straight } from '../../history/route.ts'
import type { Store } from '../../stores/store.ts'
import { chain, failsWith, sampleId, started, type Test, textNode } from './samples.ts'

/** Reading paths by depth and by size, in any measure; and marks. */
export function pathContract(test: Test): void {
  test('reads any stretch of a path, with sizes and totals', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append(chain(1, 300), { conversation, branch, measures: [characters] })
    const whole = await store.path(straight(sampleId(300)), 0, 299, characters)
    assert.deepEqual(
      whole.map(({ id }) => id),
      [...Array(300).keys()].map((at) => sampleId(at + 1)),
    )
    assert.deepEqual(
      whole.map(({ size }) => size),
      [...Array(300).keys()].map((at) => ((at + 1) % 7) + 1),
    )
    let total = 0
    for (const node of whole) {
      total += node.size
      assert.equal(node.total, total)
    }
    for (const [from, to] of [
      [0, 0],
      [17, 42],
      [298, 500],
      [-5, 3],
    ] as const)
      assert.deepEqual(
        await store.path(straight(sampleId(300)), from, to, characters),
        whole.slice(Math.max(0, from), to + 1),
      )
    for (const [from, to] of [
      [5, 4],
      [300, 400],
      [-9, -1],
    ] as const)
      assert.deepEqual(await store.path(straight(sampleId(300)), from, to, characters), [])
    await failsWith('node-not-found', store.path(straight('nowhere'), 0, 1, characters))
  })

  test('reads each branch as its own path where branches grow in turn', async (store) => {
    const { conversation } = await started(store)
    const target = { conversation, measures: [characters] }
    await store.append(chain(1, 3), target)
    let heads = [sampleId(3), sampleId(3)]
    for (let number = 10; number < 60; number += 2) {
      await store.append([textNode(number, heads[0] ?? null), textNode(number + 1, heads[1] ?? null)], target)
      heads = [sampleId(number), sampleId(number + 1)]
    }
    const odd = await store.path(straight(heads[1] ?? ''), 2, 27, characters)
    assert.deepEqual(
      odd.map(({ id }) => id),
      [3, ...[...Array(25).keys()].map((at) => 11 + at * 2)].map(sampleId),
    )
  })

  test('counts in a measure that was not used when the nodes were written', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append(chain(1, 40), { conversation, branch, measures: [characters] })
    const lengths: Measure = { id: 'length-twice', count: (text) => text.length * 2 }
    const read = await store.path(straight(sampleId(30)), 20, 29, lengths)
    assert.deepEqual(
      read.map(({ size }) => size),
      [...Array(10).keys()].map((at) => (((at + 21) % 7) + 1) * 2),
    )
    await store.append([textNode(41, sampleId(40), 'abc')], { conversation, branch, measures: [lengths, estimate] })
    const both = [lengths, estimate, characters].map((measure) => store.path(straight(sampleId(41)), 40, 40, measure))
    assert.deepEqual(
      (await Promise.all(both)).map(([node]) => node?.size),
      [6, 1, 3],
    )
    const [inCharacters] = await store.path(straight(sampleId(41)), 40, 40, characters)
    const [inLengths] = await store.path(straight(sampleId(41)), 40, 40, lengths)
    assert.equal(inLengths?.total, 2 * (inCharacters?.total ?? 0))
  })

  test('counts a content once, however often it is said', async (store) => {
    const { conversation, branch } = await started(store)
    let counted = 0
    const counting: Measure = { id: 'counting', count: (text) => text.length + 0 * ++counted }
    await store.append([textNode(1, null, 'same')], { conversation, branch, measures: [counting] })
    await store.append([textNode(2, sampleId(1), 'same')], { conversation, branch, measures: [counting] })
    assert.equal((await store.path(straight(sampleId(2)), 1, 1, counting))[0]?.total, 8)
    assert.equal((await store.stats()).contents, 1)
  })

  test('finds the position at which a path reaches a size', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append(chain(1, 200), { conversation, branch, measures: [characters] })
    const path = await store.path(straight(sampleId(200)), 0, 199, characters)
    for (const perNode of [0, 3])
      for (const size of [-1, 0, 1, 2, 100, 399, 400, 401, 1000, 5000]) {
        const expected = path.find(({ total, depth }) => total + perNode * (depth + 1) >= size)?.depth ?? 199
        assert.equal(await store.positionOfSize(straight(sampleId(200)), size, perNode, characters), expected)
      }
    await failsWith('node-not-found', store.positionOfSize(straight('nowhere'), 1, 0, characters))
  })

  test('shows marks on the path as of a revision', async (store) => {
    const { conversation } = await started(store)
    await store.append(chain(1, 100), { conversation, measures: [] })
    await store.append(chain(201, 290, sampleId(10)), { conversation, measures: [] })
    assert.equal(await store.revision(), 0)
    const first = await store.mark([5, 60, 230].map(sampleId), 'excluded', true, 1)
    const second = await store.mark([sampleId(5)], 'excluded', false, 2)
    const third = await store.mark([sampleId(5)], 'excluded', true, 3)
    assert.ok(first < second && second < third)
    assert.equal(await store.revision(), third)
    assert.deepEqual(await marksOf(store, 100, 0, 99, first), [4, 59])
    assert.deepEqual(await marksOf(store, 100, 0, 99, second), [59])
    assert.deepEqual(await marksOf(store, 100, 0, 99, third), [4, 59])
    assert.deepEqual(await marksOf(store, 290, 0, 99, third), [4, 39])
    assert.deepEqual(await marksOf(store, 290, 39, 39, third), [39])
    assert.deepEqual(await marksOf(store, 290, 40, 99, third), [])
    assert.deepEqual(await marksOf(store, 100, 0, 99, 0), [])
    const [mark] = await store.marked(straight(sampleId(290)), 39, 39, characters, third)
    assert.deepEqual(mark, { id: sampleId(230), depth: 39, position: 39, kind: 'excluded', size: (230 % 7) + 1 })
    await failsWith('node-not-found', store.mark([sampleId(1), 'nowhere'], 'excluded', true, 4))
    assert.equal(await store.revision(), third)
  })

  test('shows many marks as well as few', async (store) => {
    const { conversation } = await started(store)
    await store.append(chain(1, 100), { conversation, measures: [] })
    await store.append(chain(201, 290, sampleId(10)), { conversation, measures: [] })
    const even = [...Array(100).keys()].filter((at) => at % 2 === 0)
    const nodes = even.map((at) => sampleId(at + 1))
    const all = await store.mark(nodes, 'excluded', true, 1)
    const last = await store.mark([sampleId(3)], 'excluded', false, 2)
    const but = even.filter((depth) => depth !== 2)
    assert.deepEqual(await marksOf(store, 100, 0, 99, all), even)
    assert.deepEqual(await marksOf(store, 100, 0, 99, last), but)
    assert.deepEqual(
      await marksOf(store, 100, 10, 60, last),
      [...Array(26).keys()].map((at) => 10 + at * 2),
    )
    assert.deepEqual(await marksOf(store, 290, 0, 99, last), [0, 4, 6, 8])
    assert.deepEqual(await marksOf(store, 290, 0, 99, all), [0, 2, 4, 6, 8])
  })

  test('goes on counting where an earlier reader stopped', async (store) => {
    const { conversation } = await started(store)
    await store.append(chain(1, 10), { conversation, measures: [] })
    const before = await store.path(straight(sampleId(10)), 9, 9, characters)
    await store.append(chain(11, 20, sampleId(10)), { conversation, measures: [] })
    const after = await store.path(straight(sampleId(20)), 9, 19, characters)
    assert.deepEqual(after[0], before[0])
    assert.equal(after.at(-1)?.total, (before[0]?.total ?? 0) + after.slice(1).reduce((sum, { size }) => sum + size, 0))
  })
}

async function marksOf(store: Store, head: number, from: number, to: number, revision: number): Promise<number[]> {
  return (await store.marked(straight(sampleId(head)), from, to, characters, revision)).map(({ depth }) => depth)
}
