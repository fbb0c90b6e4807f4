import assert from 'node:assert/strict'
import type { BranchFact } from '../../history/edits/branch-fact.ts'
import type { Edit } from '../../history/edits/edit.ts'
import type { Branch } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import { chain, failsWith, sampleId, started, type Test } from './samples.ts'

/** What happened on branches beside their nodes. */
export function branchFactContract(test: Test): void {
  test('gives back the facts of a branch as they were added, in that order', async (store) => {
    const { branch, facts } = await withFacts(store)
    assert.deepEqual(await store.facts(branch), facts)
    await store.addFacts(branch, [])
    await store.addFacts(branch, [{ kind: 'head', at: 1, node: null }])
    assert.deepEqual(await store.facts(branch), [...facts, { kind: 'head', at: 1, node: null }])
    assert.deepEqual(await store.facts('nowhere'), [])
  })

  test('adds all facts and moves the head, or nothing', async (store) => {
    const { branch, conversation, facts } = await withFacts(store)
    const other = await started(store, 2)
    await store.append(chain(11, 11), { ...other, measures: [] })
    const head = (node: string): BranchFact => ({ kind: 'head', at: 5, node })
    await failsWith('branch-not-found', store.addFacts('nowhere', []))
    await failsWith('node-not-found', store.addFacts(branch, [head(sampleId(1)), head('nobody')]))
    await failsWith('foreign-parent', store.addFacts(branch, [head(sampleId(1)), head(sampleId(11))]))
    await failsWith('node-not-found', store.addFacts(branch, [head(sampleId(1))], { head: 'nobody' }))
    assert.deepEqual(await store.facts(branch), facts)
    await store.addFacts(branch, [head(sampleId(1))], { head: sampleId(1) })
    assert.equal((await store.branch(branch))?.head, sampleId(1))
    assert.equal((await store.facts(branch)).length, facts.length + 1)
    await store.addFacts(branch, [], { head: null })
    assert.equal((await store.branch(branch))?.head, null)
    assert.deepEqual(await store.facts(other.branch), [])
    assert.equal(await store.nodeCount(conversation), 3)
  })

  test('shows a fork the facts that its parent had when it was forked, ahead of its own', async (store) => {
    const { conversation, branch, facts } = await withFacts(store)
    const cut = (at: number): BranchFact => ({ kind: 'cut', at, range: [2, 3] })
    const child = await forkOf(store, conversation, branch, 1)
    await store.addFacts(branch, [cut(1)])
    await store.addFacts(child, [cut(2)])
    const grandchild = await forkOf(store, conversation, child, 2)
    await store.addFacts(child, [cut(3)])
    await store.addFacts(grandchild, [cut(4)])
    assert.deepEqual(await store.facts(branch), [...facts, cut(1)])
    assert.deepEqual(await store.facts(child), [...facts, cut(2), cut(3)])
    assert.deepEqual(await store.facts(grandchild), [...facts, cut(2), cut(4)])
    const later = await forkOf(store, conversation, branch, 3)
    assert.deepEqual(await store.facts(later), [...facts, cut(1)])
  })
}

/** A branch of three nodes with a fact of every kind. */
async function withFacts(
  store: Store,
): Promise<{ readonly conversation: string; readonly branch: string; readonly facts: readonly BranchFact[] }> {
  const { conversation, branch } = await started(store)
  await store.append(chain(1, 3), { conversation, branch, measures: [] })
  const edit: Edit = {
    node: sampleId(2),
    part: 0,
    at: 30,
    kind: 'user',
    content: 'other “words”\n',
    data: { a: [1, null] },
  }
  const facts: BranchFact[] = [
    { kind: 'edit', edit },
    { kind: 'edit', edit: { node: sampleId(3), part: 1, within: 2, at: 20, kind: 'notice', content: '' } },
    { kind: 'checkpoint', name: 'here', at: 40, head: sampleId(3) },
    { kind: 'cut', at: 41, range: [2, 1] },
    { kind: 'head', at: 42, node: sampleId(2) },
    { kind: 'restore', at: 43, to: 'here' },
    { kind: 'restore', at: 44, to: 40 },
    {
      kind: 'compaction',
      at: 45,
      from: sampleId(1),
      to: sampleId(2),
      count: 2,
      detours: [{ at: sampleId(2), to: sampleId(1), edge: `${sampleId(2)}.1` }],
      summary: sampleId(3),
      files: null,
    },
    { kind: 'expansion', at: 46, summary: sampleId(3) },
  ]
  await store.addFacts(branch, facts.slice(0, 3))
  await store.addFacts(branch, facts.slice(3))
  return { conversation, branch, facts }
}

async function forkOf(store: Store, conversation: string, parent: string, number: number): Promise<string> {
  const fork: Branch = {
    id: sampleId(920_000 + number),
    conversation,
    name: `fork ${number}`,
    parent,
    forkPoint: null,
    head: null,
    createdAt: 100 + number,
  }
  await store.createBranch(fork)
  return fork.id
}
