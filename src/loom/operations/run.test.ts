import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import { readActions } from '../aware/branch-state.ts'
import { conversation, type ExampleLoom, everything, exampleLoom, main } from './example-loom.ts'
import { operations } from './operations.ts'
import { loomTools } from './tools.ts'

describe.each(['memory', 'sqlite'] as const)('running operations on a %s store', (kind) => {
  let store: Store
  let at: ExampleLoom

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    at = await exampleLoom(store)
  })

  afterEach(async () => {
    await store.close()
  })

  describe('under permissions', () => {
    it('refuses every operation without its permission, and does nothing then', async () => {
      for (const { name, permission } of operations) {
        const others = everything.filter((each) => each !== permission)
        expect(await at.codeOf(name, {}, { permissions: others })).toBe('not-permitted')
      }
      expect(await store.nodeCount(conversation.id)).toBe(4)
    })

    it('has a tool for each permitted operation, and an object for the schema of each', () => {
      expect(loomTools(everything).map(({ name }) => name)).toEqual(operations.map(({ name }) => `loom_${name}`))
      expect(loomTools(['loom_generate']).map(({ name }) => name)).toEqual(['loom_continue'])
      expect(loomTools([])).toEqual([])
      for (const { inputSchema } of loomTools(everything)) expect(inputSchema).toMatchObject({ type: 'object' })
    })
  })

  describe('given what they cannot use', () => {
    it('names the operations there are', async () => {
      expect(await at.run('fly')).toMatchObject({ ok: false, error: { code: 'unknown-operation' } })
    })

    it('refuses input that does not fit the schema', async () => {
      expect(await at.codeOf('view', { node: 7 })).toBe('invalid-input')
      expect(await at.codeOf('view', { nod: 'x' })).toBe('invalid-input')
      expect(await at.codeOf('view', 'text')).toBe('invalid-input')
      expect(await at.codeOf('drop', {})).toBe('invalid-input')
    })

    it('tells an unknown node from one that could be several', async () => {
      expect(await at.codeOf('view', { node: 'zzzz' })).toBe('unknown-node')
      expect(await at.codeOf('view', { node: ' ' })).toBe('unknown-node')
      expect(await at.codeOf('view', { node: '01J' })).toBe('ambiguous-node')
      const empty = { ...main, id: 'EMPTY', name: 'empty' }
      await store.createBranch(empty)
      expect(await at.codeOf('view', {}, { branch: empty })).toBe('unknown-node')
    })
  })

  it('takes an operation by the name of its tool, too', async () => {
    expect(await at.done('loom_view')).toMatchObject({ node: at.short(3) })
  })

  it('notes the last ten runs with what came of them', async () => {
    for (let run = 0; run < 9; run++) await at.done('view')
    await at.codeOf('recall', { label: 'lost' })
    await at.done('pin', { node: at.short(0) })
    const actions = await readActions(store, main.id)
    expect(actions).toHaveLength(10)
    expect(actions.slice(-2)).toMatchObject([
      { name: 'recall', about: 'lost', outcome: 'nothing-stashed' },
      { name: 'pin', about: at.short(0), outcome: 'ok' },
    ])
  })
})
