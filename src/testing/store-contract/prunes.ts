import assert from 'node:assert/strict'
import { characters } from '../../core/content/measure.ts'
import { straight } from '../../history/route.ts'
import { chain, failsWith, sampleId, started, type Test, textNode } from './samples.ts'

/** Prunes, and what they cover. */
export function pruneContract(test: Test): void {
  test('prunes a node with what comes from it at the time, and restores exactly that', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append([...chain(1, 6), ...chain(11, 12, sampleId(3))], { conversation, branch, measures: [] })
    const marksOn = async (head: number, revision: number): Promise<[number, string][]> => {
      const marked = await store.marked(straight(sampleId(head)), 0, 99, characters, revision)
      return marked.map(({ position, kind }) => [position, kind])
    }
    const before = await store.revision()
    const small = await store.prune(sampleId(5), 7)
    const large = await store.prune(sampleId(3), 8)
    assert.deepEqual([small.count, large.count, large.node, large.at], [2, 6, sampleId(3), 8])
    assert.deepEqual(await store.prunes(conversation), [small, large])
    await store.append([textNode(7, sampleId(6))], { conversation, branch, measures: [] })
    await store.mark([sampleId(4)], 'excluded', true, 9)
    const all = await store.revision()
    assert.deepEqual(await marksOn(7, all), [
      [2, 'pruned'],
      [3, 'excluded'],
      [4, 'pruned'],
      [5, 'pruned'],
    ])
    assert.deepEqual(await marksOn(12, all), [
      [2, 'pruned'],
      [3, 'pruned'],
      [4, 'pruned'],
    ])
    assert.deepEqual(await marksOn(7, before), [])
    await store.restore(large.id, 10)
    assert.deepEqual(await store.prunes(conversation), [small])
    const kept = [4, 5, 7, 12].map(sampleId)
    assert.deepEqual(
      await store.barred(kept, await store.revision()),
      new Map([
        [sampleId(4), 'excluded'],
        [sampleId(5), 'pruned'],
      ]),
    )
    assert.equal((await store.barred(kept, all)).get(sampleId(12)), 'pruned')
    await failsWith('prune-not-found', store.restore(large.id, 11))
    await failsWith('prune-not-found', store.restore('nothing', 11))
    await failsWith('node-not-found', store.prune('nowhere', 11))
  })

  test('prunes what comes from a node by other edges, too', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append([...chain(1, 4), ...chain(11, 12, sampleId(2))], { conversation, branch, measures: [] })
    const version = { ...textNode(20, sampleId(2)), editedFrom: sampleId(3) }
    await store.append([version, { ...textNode(21, sampleId(20)), annotation: true }], { conversation, measures: [] })
    const source = { node: sampleId(20), role: 'primary' as const }
    await store.addEdge({ target: sampleId(12), type: 'continuation', sources: [source] }, 1)
    assert.equal(await store.descendantCount(sampleId(20)), 3)
    assert.equal((await store.prune(sampleId(20), 2)).count, 4)
    const asked = [3, 4, 11, 12, 20, 21].map(sampleId)
    const pruned = [...(await store.barred(asked, await store.revision())).keys()]
    assert.deepEqual(pruned, [4, 12, 20, 21].map(sampleId))
  })
}
