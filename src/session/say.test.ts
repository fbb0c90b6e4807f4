import { describe, expect, it } from 'vitest'
import { characters } from '../core/content/measure.ts'
import type { Part } from '../core/content/part.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { exampleEngine } from './example-engine.ts'
import { fork, say, startConversation, titleOf } from './say.ts'

const text = (of: string): Part => ({ kind: 'text', text: of })

describe('startConversation', () => {
  it('stores a conversation with an empty branch that is checked out', async () => {
    const engine = exampleEngine(memoryStore())
    const { conversation, branch } = await startConversation(engine, { title: 'A talk', system: 'Be kind.' })
    expect(await engine.store.conversation(conversation.id)).toEqual(conversation)
    expect(await engine.store.branches(conversation.id)).toEqual([branch])
    expect(branch).toMatchObject({ name: 'main', head: null, parent: null, forkPoint: null })
    expect(conversation).toMatchObject({ branch: branch.id, mode: 'dialogue', system: 'Be kind.', agent: null })
  })
})

describe('say', () => {
  it('puts a node behind the head as it is in the store, and moves the head', async () => {
    const engine = exampleEngine(memoryStore())
    const { branch } = await startConversation(engine)
    const first = await say(engine, branch, { author: 'human', parts: [text('a')], authorId: 'ada' })
    const second = await say(engine, branch, { author: 'model', parts: [text('b')] }, [characters.id])
    expect(first).toMatchObject({ parent: null, author: 'human', authorId: 'ada' })
    expect(second).toMatchObject({ parent: first.id, author: 'model' })
    expect((await engine.store.branch(branch.id))?.head).toBe(second.id)
  })

  it('says that the conversation has changed', async () => {
    const engine = exampleEngine(memoryStore())
    const { conversation, branch } = await startConversation(engine)
    await say(engine, branch, { author: 'human', parts: [text('a')] })
    const after = await engine.store.conversation(conversation.id)
    expect(after?.updatedAt).toBeGreaterThan(conversation.updatedAt)
    expect(after).toMatchObject({ ...conversation, updatedAt: after?.updatedAt })
  })

  it('refuses a branch that is not there', async () => {
    const engine = exampleEngine(memoryStore())
    const { branch } = await startConversation(engine)
    const elsewhere = say(engine, { ...branch, id: 'nowhere' }, { author: 'human', parts: [text('a')] })
    await expect(elsewhere).rejects.toMatchObject({ code: 'branch-not-found' })
  })
})

describe('fork', () => {
  it('leaves at the node that is named, and each branch goes on by itself', async () => {
    const engine = exampleEngine(memoryStore())
    const { branch } = await startConversation(engine)
    const first = await say(engine, branch, { author: 'human', parts: [text('a')] })
    const second = await say(engine, branch, { author: 'model', parts: [text('b')] })
    const other = await fork(engine, branch, 'other', first.id)
    expect(other).toMatchObject({ parent: branch.id, forkPoint: first.id, head: first.id, name: 'other' })
    const elsewhere = await say(engine, other, { author: 'model', parts: [text('c')] })
    expect(elsewhere.parent).toBe(first.id)
    expect((await engine.store.branch(branch.id))?.head).toBe(second.id)
    expect((await engine.store.stats()).nodes).toBe(3)
  })
})

describe('titleOf', () => {
  it('is the first text that is not blank, white space collapsed', () => {
    expect(titleOf([{ kind: 'image', ref: 'x' }, text('  '), text(' one\n\n two\t'), text('three')])).toBe('one two')
    expect(titleOf([{ kind: 'image', ref: 'x' }])).toBe('')
  })

  it('has 50 characters at the most, and cuts none in two', () => {
    expect(titleOf([text('😀'.repeat(60))])).toBe('😀'.repeat(50))
  })
})
