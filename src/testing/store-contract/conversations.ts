import assert from 'node:assert/strict'
import { characters } from '../../core/content/measure.ts'
import type { Conversation } from '../../history/conversation.ts'
import { straight } from '../../history/route.ts'
import { chain, failsWith, sampleConversation, sampleId, started, type Test, textNode } from './samples.ts'

/** Conversations, branches and the search for ids. */
export function conversationContract(test: Test): void {
  test('gives a conversation back as it was put in', async (store) => {
    const [plain, branch] = sampleConversation(1)
    const full: Conversation = {
      ...plain,
      mode: 'buffer',
      system: 'Be brief.',
      tools: [{ name: 'read', description: 'Reads a file.', inputSchema: { type: 'object' } }],
      agent: 'agent',
      settings: { budget: 8000, nested: { list: [1, null, 'é'] } },
      origin: 'openai:key',
    }
    await store.createConversation(full, branch)
    assert.deepEqual(await store.conversation(full.id), full)
    assert.deepEqual(await store.conversationByOrigin('openai:key'), full)
    assert.deepEqual(await store.branch(branch.id), branch)
    assert.equal(await store.conversation('nowhere'), undefined)
    assert.equal(await store.conversationByOrigin('nowhere'), undefined)
  })

  test('replaces the changeable fields of a conversation, and only these', async (store) => {
    const [before, branch] = sampleConversation(1)
    await store.createConversation(before, branch)
    const changes = {
      title: 'New',
      system: 'Text',
      agent: 'a',
      branch: 'b',
      settings: { a: 1 },
      updatedAt: 99,
      tools: [],
    }
    await store.updateConversation({
      ...before,
      ...changes,
      mode: 'buffer',
      origin: 'x',
      createdAt: 5,
      shortId: 'zzzz',
    })
    assert.deepEqual(await store.conversation(before.id), { ...before, ...changes })
    await failsWith('conversation-not-found', store.updateConversation({ ...before, id: 'nowhere' }))
  })

  test('replaces what can change only as long as it is what was read, where that is asked for', async (store) => {
    await started(store, 1)
    const read = await store.conversation(sampleConversation(1)[0].id)
    assert.ok(read)
    await store.updateConversation({ ...read, settings: { a: 1 } }, read)
    await failsWith('changed-meanwhile', store.updateConversation({ ...read, settings: { b: 1 } }, read))
    assert.deepEqual((await store.conversation(read.id))?.settings, { a: 1 })
  })

  test('lists conversations by their last change, the newest first', async (store) => {
    for (const number of [2, 3, 1]) await started(store, number)
    const [first] = sampleConversation(1)
    await store.updateConversation({ ...first, updatedAt: 50 })
    assert.deepEqual(
      (await store.conversations()).map(({ shortId }) => shortId),
      ['c1', 'c3', 'c2'],
    )
  })

  test('refuses an id or an origin that is taken, and leaves nothing of it', async (store) => {
    const [first, branch] = sampleConversation(1)
    const [second, otherBranch] = sampleConversation(2)
    await store.createConversation({ ...first, origin: 'o' }, branch)
    await failsWith('duplicate-id', store.createConversation(first, otherBranch))
    await failsWith('duplicate-id', store.createConversation({ ...second, origin: 'o' }, otherBranch))
    await failsWith('duplicate-id', store.createConversation(second, { ...branch, conversation: second.id }))
    assert.equal((await store.conversations()).length, 1)
    await store.createConversation(second, otherBranch)
    assert.deepEqual(await store.branches(second.id), [otherBranch])
  })

  test('forks a branch at any node and moves it without moving its parent', async (store) => {
    const { conversation, branch } = await started(store)
    const nodes = chain(1, 4)
    await store.append(nodes, { conversation, branch, measures: [] })
    const forkPoint = sampleId(2)
    const fork = {
      id: sampleId(800),
      conversation,
      name: 'fork',
      parent: branch,
      forkPoint,
      head: forkPoint,
      createdAt: 9,
    }
    await store.createBranch(fork)
    await store.append([textNode(5, forkPoint)], { conversation, branch: fork.id, measures: [] })
    assert.deepEqual(
      (await store.branches(conversation)).map(({ name, head }) => [name, head]),
      [
        ['main', sampleId(4)],
        ['fork', sampleId(5)],
      ],
    )
    assert.deepEqual(
      (await store.path(straight(sampleId(5)), 0, 9, characters)).map(({ id }) => id),
      [1, 2, 5].map(sampleId),
    )
    await store.moveBranch(fork.id, null)
    assert.equal((await store.branch(fork.id))?.head, null)
    await store.moveBranch(fork.id, sampleId(3))
    assert.equal((await store.branch(fork.id))?.head, sampleId(3))
  })

  test('refuses branches that clash or point elsewhere', async (store) => {
    const { conversation, branch } = await started(store, 1)
    const other = await started(store, 2)
    await store.append([textNode(1, null)], { ...other, measures: [] })
    const fork = {
      id: sampleId(800),
      conversation,
      name: 'fork',
      parent: branch,
      forkPoint: null,
      head: null,
      createdAt: 9,
    }
    await failsWith('branch-name-taken', store.createBranch({ ...fork, name: 'main' }))
    await failsWith('duplicate-id', store.createBranch({ ...fork, id: branch }))
    await failsWith('branch-not-found', store.createBranch({ ...fork, parent: other.branch }))
    await failsWith('foreign-parent', store.createBranch({ ...fork, head: sampleId(1) }))
    await failsWith('foreign-parent', store.moveBranch(branch, sampleId(1)))
    await failsWith('node-not-found', store.createBranch({ ...fork, forkPoint: 'nowhere' }))
    await failsWith('node-not-found', store.moveBranch(branch, 'nowhere'))
    await failsWith('branch-not-found', store.moveBranch('nowhere', null))
    await failsWith('conversation-not-found', store.createBranch({ ...fork, conversation: 'nowhere' }))
    await failsWith('conversation-not-found', store.branches('nowhere'))
    assert.equal(await store.branch('nowhere'), undefined)
    assert.deepEqual(
      (await store.branches(conversation)).map(({ name }) => name),
      ['main'],
    )
  })

  test('finds ids by the beginning of an id or a short id, in either case', async (store) => {
    const { conversation, branch } = await started(store, 1)
    const other = await started(store, 2)
    const [first] = await store.append(chain(1, 12), { conversation, branch, measures: [] })
    await store.append([textNode(50, null)], { ...other, measures: [] })
    const short = first?.shortId ?? ''
    assert.deepEqual(await store.findIds('node', short, conversation), [sampleId(1)])
    assert.deepEqual(await store.findIds('node', short.toUpperCase(), conversation), [sampleId(1)])
    assert.deepEqual(await store.findIds('node', sampleId(50).toLowerCase()), [sampleId(50)])
    assert.deepEqual(await store.findIds('node', sampleId(50), conversation), [])
    assert.deepEqual(
      await store.findIds('node', '01J', conversation),
      [...Array(10).keys()].map((at) => sampleId(at + 1)),
    )
    assert.deepEqual(await store.findIds('conversation', 'C2'), [other.conversation])
    assert.deepEqual(await store.findIds('conversation', other.conversation), [other.conversation])
    assert.deepEqual(await store.findIds('conversation', '%'), [])
  })

  test('takes an id that is given in full for that one, whatever else begins with it', async (store) => {
    for (const [number, shortId] of [
      [1, 'abcd'],
      [2, 'abcde'],
    ] as const) {
      const [conversation, branch] = sampleConversation(number)
      await store.createConversation({ ...conversation, shortId }, branch)
    }
    assert.equal((await store.findIds('conversation', 'abc')).length, 2)
    assert.deepEqual(await store.findIds('conversation', 'abcd'), [sampleConversation(1)[0].id])
  })
}
