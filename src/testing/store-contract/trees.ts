import assert from 'node:assert/strict'
import { digestJson } from '../../core/content/digest.ts'
import { characters } from '../../core/content/measure.ts'
import { straight } from '../../history/route.ts'
import type { NewNode, Store } from '../../stores/store.ts'
import { chain, failsWith, sampleId, started, type Test, textNode } from './samples.ts'

const latest = Number.MAX_SAFE_INTEGER

/** Edges, versions, notes, and the routes that follow from them. */
export function treeContract(test: Test): void {
  test('goes by a version from then on, and by the first again where it is selected', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append(chain(1, 6), { conversation, branch, measures: [characters] })
    const before = await store.revision()
    const [version] = await store.append([edit(7, 3, 2)], { conversation, measures: [characters] })
    assert.equal(version?.editedFrom, sampleId(3))
    const route = await store.route(sampleId(6), branch)
    assert.deepEqual(route, { head: sampleId(6), detours: [{ at: sampleId(4), to: sampleId(7) }] })
    assert.deepEqual(await numbersOn(store, route), [1, 2, 7, 4, 5, 6])
    const path = await store.path(route, 1, 4, characters)
    assert.deepEqual(
      path.map(({ position, size, total }) => [position, size, total]),
      [
        [1, 3, 5],
        [2, 6, 11],
        [3, 5, 16],
        [4, 6, 22],
      ],
    )
    assert.equal(await store.positionOfSize(route, 12, 0, characters), 3)
    assert.deepEqual(
      (await store.edges([sampleId(4)], latest)).get(sampleId(4))?.[0]?.sources.map(({ node }) => node),
      [3, 7].map(sampleId),
    )
    assert.equal((await store.edges([sampleId(4)], before)).get(sampleId(4))?.[0]?.sources.length, 1)
    await store.select(branch, sampleId(4), { source: sampleId(3) }, 1)
    assert.deepEqual(await store.route(sampleId(6), branch), straight(sampleId(6)))
    assert.deepEqual(await store.route(sampleId(6)), route)
    await store.select(branch, sampleId(4), {}, 2)
    assert.deepEqual(await store.route(sampleId(6), branch), route)
  })

  test('gives a fork its parent’s selections as they were, and each its own afterwards', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append([...chain(1, 4), edit(5, 2, 1), edit(6, 3, 2)], { conversation, branch, measures: [] })
    await store.select(branch, sampleId(3), { source: sampleId(2) }, 1)
    const fork = { id: sampleId(800), conversation, name: 'fork', parent: branch, forkPoint: null, head: null }
    await store.createBranch({ ...fork, createdAt: 1 })
    await store.select(branch, sampleId(3), { source: sampleId(5) }, 2)
    await store.select(fork.id, sampleId(4), { source: sampleId(3) }, 3)
    const own: [string, { source: string }] = [sampleId(4), { source: sampleId(3) }]
    assert.deepEqual(await store.selections(branch), new Map([[sampleId(3), { source: sampleId(5) }]]))
    assert.deepEqual(await store.selections(fork.id), new Map([[sampleId(3), { source: sampleId(2) }], own]))
    await failsWith('unknown-way', store.select(branch, sampleId(3), { source: sampleId(4) }, 4))
    await failsWith('unknown-way', store.select(branch, sampleId(3), { edge: `${sampleId(3)}.7` }, 4))
    await failsWith('branch-not-found', store.select('nowhere', sampleId(3), {}, 4))
    await failsWith('branch-not-found', store.selections('nowhere'))
  })

  test('leads to a node by a further edge only where it is selected', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append([...chain(1, 4), ...chain(11, 14, sampleId(2))], { conversation, branch, measures: [] })
    const made = await store.addEdge(
      { target: sampleId(4), type: 'continuation', sources: [{ node: sampleId(14), role: 'primary' }] },
      1,
    )
    assert.equal(made.id, `${sampleId(4)}.1`)
    await failsWith('ambiguous-path', store.route(sampleId(4), branch))
    await store.select(branch, sampleId(4), { edge: made.id }, 2)
    const route = await store.route(sampleId(4), branch)
    assert.deepEqual(route.detours, [{ at: sampleId(4), to: sampleId(14), edge: made.id }])
    assert.deepEqual(await numbersOn(store, route), [1, 2, 11, 12, 13, 14, 4])
    assert.equal(await store.length(route), 7)
    const asked = [14, 3, 1].map(sampleId)
    assert.deepEqual(
      [...(await store.positions(route, asked))],
      [
        [sampleId(14), 5],
        [sampleId(1), 0],
      ],
    )
    await failsWith('route-broken', store.length({ head: sampleId(3), detours: route.detours }))
  })

  test('refuses edges that close a circle, cross conversations or have not one primary source', async (store) => {
    const { conversation, branch } = await started(store, 1)
    const other = await started(store, 2)
    await store.append([...chain(1, 5), ...chain(11, 12, sampleId(1))], { conversation, branch, measures: [] })
    await store.append(chain(21, 22), { ...other, measures: [] })
    const revision = await store.revision()
    const edge = (target: number, ...primaries: number[]): Promise<unknown> => {
      const sources = primaries.map((number) => ({ node: sampleId(number), role: 'primary' as const }))
      return store.addEdge({ target: sampleId(target), type: 'continuation', sources }, 1)
    }
    await failsWith('cycle', edge(2, 5))
    await failsWith('cycle', edge(3, 3))
    await failsWith('cycle', edge(1, 12))
    await failsWith('foreign-parent', edge(3, 22))
    await failsWith('two-primaries', edge(3, 11, 12))
    await failsWith('two-primaries', edge(3))
    await failsWith('node-not-found', edge(99, 1))
    assert.equal(await store.revision(), revision)
    await edge(11, 5)
    await failsWith('cycle', edge(4, 12))
  })

  test('refuses versions of a root, of another kind, and those that would close a circle', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append(chain(1, 4), { conversation, branch, measures: [] })
    const target = { conversation, measures: [] }
    await failsWith('version-of-root', store.append([edit(9, 1, 1)], target))
    await failsWith('version-of-root', store.append([{ ...edit(9, 1, 1), parent: null }], target))
    await failsWith('cycle', store.append([edit(9, 2, 4)], target))
    await failsWith('version-elsewhere', store.append([{ ...edit(9, 3, 2), annotation: true }], target))
    await failsWith('node-not-found', store.append([edit(9, 77, 2)], target))
    assert.equal(await store.node(sampleId(9)), undefined)
    await store.append([edit(10, 4, 2)], target)
    assert.deepEqual(await numbersOn(store, await store.route(sampleId(10))), [1, 2, 10])
  })

  test('keeps notes off paths, and tells those about a node in the order in which they came', async (store) => {
    const { conversation, branch } = await started(store)
    await store.append(chain(1, 3), { conversation, branch, measures: [] })
    const note = (number: number, parent: number): NewNode => ({
      ...textNode(number, sampleId(parent)),
      annotation: true,
    })
    const [first] = await store.append([note(11, 2)], { conversation, measures: [] })
    const revision = await store.revision()
    await store.append([note(12, 2), textNode(13, sampleId(11))], { conversation, measures: [] })
    const source = { node: sampleId(2), role: 'primary' as const }
    await store.addEdge({ target: sampleId(3), type: 'annotation', sources: [source] }, 1)
    assert.deepEqual([first?.annotation, first?.newestHuman], [true, sampleId(11)])
    const about = [sampleId(2), sampleId(3)]
    assert.deepEqual(await store.annotations(about, revision), new Map([[sampleId(2), [sampleId(11)]]]))
    assert.deepEqual((await store.annotations(about, latest)).get(sampleId(2)), [11, 12, 3].map(sampleId))
    assert.deepEqual(await store.annotations(about, 0), new Map())
    assert.deepEqual(await numbersOn(store, await store.route(sampleId(3))), [1, 2, 3])
    assert.deepEqual(await numbersOn(store, await store.route(sampleId(13))), [11, 13])
  })

  test('tells what stands with the nodes of a path: context, instructions, in the order of the edge', async (store) => {
    const { conversation, branch } = await started(store)
    const sources = [
      { node: sampleId(11), role: 'context' as const },
      { node: sampleId(12), role: 'instruction' as const },
      { node: sampleId(10), role: 'context' as const },
    ]
    await store.append([...chain(1, 2), ...chain(10, 12, sampleId(1))], { conversation, branch, measures: [] })
    const child = { ...textNode(3, sampleId(2)), sources }
    const [made] = await store.append([child, textNode(4, sampleId(3))], { conversation, measures: [] })
    const route = straight(sampleId(4))
    const expected = { context: [11, 10].map(sampleId), instructions: [sampleId(12)] }
    assert.deepEqual(await store.sources(route, 0, 3, 0), new Map([[sampleId(2), expected]]))
    assert.deepEqual(await store.sources(route, 2, 3, 0), new Map())
    assert.deepEqual(await store.instructions(route, 0), [sampleId(12)])
    assert.deepEqual(await store.instructions(straight(sampleId(2)), 0), [])
    const hashOf = async (number: number): Promise<string> => (await store.node(sampleId(number)))?.hash ?? ''
    const parents = await Promise.all([2, 11, 12, 10].map(hashOf))
    assert.equal(made?.hash, digestJson({ content: made?.content, parents, author: 'human', createdAt: 1003 }))
    const primary = { node: sampleId(1), role: 'primary' as const }
    await failsWith(
      'two-primaries',
      store.append([{ ...child, id: sampleId(5), sources: [primary] }], { conversation, measures: [] }),
    )
  })
}

function edit(number: number, of: number, parent: number): NewNode {
  return { ...textNode(number, sampleId(parent), 'edited'), editedFrom: sampleId(of) }
}

async function numbersOn(
  store: Store,
  route: { head: string; detours: readonly { at: string; to: string }[] },
): Promise<number[]> {
  const path = await store.path(route, 0, 99, characters)
  return path.map(({ id }) => Number(id.slice(3, 10)))
}
