import assert from 'node:assert/strict'
import type { Branch } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import { failsWith, sampleId, started, type Test } from './samples.ts'

/** What goes with branches, by key. */
export function branchStateContract(test: Test): void {
  test('gives back what was set for a branch last, and older values by revision', async (store) => {
    const { branch } = await started(store)
    assert.equal(await store.branchState(branch, 'pins'), undefined)
    const first = await store.setBranchState(branch, 'pins', { b: [1, 'é', null], a: true }, 5)
    const second = await store.setBranchState(branch, 'pins', ['other'], 6)
    assert.ok(second > first)
    assert.deepEqual(await store.branchState(branch, 'pins'), ['other'])
    assert.deepEqual(await store.branchState(branch, 'pins', first), { a: true, b: [1, 'é', null] })
    assert.equal(await store.branchState(branch, 'pins', first - 1), undefined)
    assert.equal(await store.branchState(branch, 'other'), undefined)
  })

  test('keeps the states of branches apart, and no revision of paths changes by them', async (store) => {
    const { branch } = await started(store, 1)
    const other = await started(store, 2)
    const before = await store.revision()
    await store.setBranchState(branch, 'key', 1, 5)
    assert.equal(await store.branchState(other.branch, 'key'), undefined)
    assert.equal(await store.revision(), before)
    await failsWith('branch-not-found', store.setBranchState('nowhere', 'key', 1, 5))
    assert.equal(await store.branchState('nowhere', 'key'), undefined)
  })

  test('shows a fork what its parent had when it was forked, until it has its own', async (store) => {
    const { conversation, branch } = await started(store)
    await store.setBranchState(branch, 'key', 'before', 5)
    const fork = await forkOf(store, conversation, branch, 1)
    const atFork = await store.setBranchState(branch, 'key', 'after', 6)
    await store.setBranchState(branch, 'late', 'after', 6)
    assert.equal(await store.branchState(fork, 'key'), 'before')
    assert.equal(await store.branchState(fork, 'late'), undefined)
    const later = await forkOf(store, conversation, branch, 2)
    assert.equal(await store.branchState(later, 'key'), 'after')
    await store.setBranchState(fork, 'key', 'own', 7)
    assert.equal(await store.branchState(fork, 'key'), 'own')
    assert.equal(await store.branchState(fork, 'key', atFork), 'before')
    assert.equal(await store.branchState(branch, 'key'), 'after')
  })

  test('looks through forks of forks, each as of when it was made', async (store) => {
    const { conversation, branch } = await started(store)
    await store.setBranchState(branch, 'key', 1, 5)
    const child = await forkOf(store, conversation, branch, 1)
    await store.setBranchState(branch, 'key', 2, 5)
    const grandchild = await forkOf(store, conversation, child, 2)
    assert.equal(await store.branchState(grandchild, 'key'), 1)
    await store.setBranchState(child, 'key', 3, 5)
    assert.equal(await store.branchState(grandchild, 'key'), 1)
    assert.equal(await store.branchState(await forkOf(store, conversation, child, 3), 'key'), 3)
  })

  test('counts the nodes of a conversation', async (store) => {
    const { conversation, branch } = await started(store)
    assert.equal(await store.nodeCount(conversation), 0)
    const node = { author: 'human', parts: [{ kind: 'text', text: 'a' }], createdAt: 1 } as const
    await store.append(
      [
        { ...node, id: sampleId(1), parent: null },
        { ...node, id: sampleId(2), parent: sampleId(1) },
      ],
      { conversation, branch, measures: [] },
    )
    assert.equal(await store.nodeCount(conversation), 2)
    assert.equal(await store.nodeCount('nowhere'), 0)
  })
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
