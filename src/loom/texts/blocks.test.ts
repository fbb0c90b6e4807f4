import { describe, expect, it } from 'vitest'
import { estimate } from '../../core/content/measure.ts'
import { addendumText } from './addendum.ts'
import { contextText, type LoomContext } from './context.ts'
import { memoryCard, memoryText, type ShownMemory } from './memory.ts'

const at = Date.UTC(2026, 0, 2, 10, 11)
const full: ShownMemory = {
  pins: [{ shortId: 'k3x9', author: 'human', createdAt: at, size: 120 }],
  stashes: [
    { label: 'api notes', items: 3, size: 812, recalled: false },
    { label: 'later', items: 1, size: 90, recalled: true },
  ],
  actions: [
    { name: 'pin', about: 'k3x9', outcome: 'ok', at },
    { name: 'recall', about: 'lost', outcome: 'nothing-stashed', at },
  ],
  measure: 'o200k_base',
}
const empty: ShownMemory = { pins: [], stashes: [], actions: [], measure: 'characters' }
const context: LoomContext = {
  title: 'A talk',
  mode: 'dialogue',
  nodes: 121,
  branches: 1,
  branch: 'main',
  at: 'k3x9',
  depth: 37,
  permissions: ['loom_aware', 'loom_write'],
}

describe('the operational memory as text', () => {
  it('lists pins and stashes with sizes, and the last actions with what came of them', () => {
    expect(memoryText(full).split('\n')).toEqual([
      '[memory]',
      'Pinned (size in tokens):',
      '- k3x9 human · 120',
      'Stashed (size in tokens), out of sight until recalled:',
      '- "api notes" · 3 items · 812',
      '- "later" · 1 item · 90 · recalled',
      'Your last actions:',
      '- 10:11Z pin "k3x9": ok',
      '- 10:11Z recall "lost": nothing-stashed',
    ])
  })

  it('says that it is empty', () => {
    expect(memoryText(empty)).toBe('[memory]\nempty')
    expect(memoryCard(empty)).toBe('[memory: empty]')
  })

  it('has a card of one line that is smaller', () => {
    expect(memoryCard(full)).toBe('[memory: 1 pin · 2 stashes · 2 recent actions]')
  })
})

describe('the loom context as text', () => {
  it('says what the tree is, where the agent is, and what it may do', () => {
    expect(contextText(context).split('\n')).toEqual([
      '[loom]',
      '"A talk" · dialogue · 121 nodes · 1 branch',
      'on branch "main" · at k3x9 · depth 37',
      'permissions: loom_aware, loom_write',
    ])
  })

  it('knows a branch on which nothing has been said', () => {
    expect(contextText({ ...context, at: null, depth: 0 })).toContain('on branch "main" · nothing said yet')
  })
})

describe('the addendum to the system text', () => {
  it('tells only what is permitted', () => {
    expect(addendumText(['loom_aware'])).toContain('loom_view')
    expect(addendumText(['loom_aware'])).not.toMatch(/loom_edit|loom_continue/)
    expect(addendumText(['loom_generate', 'loom_aware', 'loom_write'])).toMatch(/loom_edit[\s\S]*loom_continue/)
  })

  it('is small', () => {
    expect(estimate.count(addendumText(['loom_aware', 'loom_write', 'loom_generate']))).toBeLessThan(350)
  })
})
