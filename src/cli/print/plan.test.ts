import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../core/candidate.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { diff } from '../../core/diff.ts'
import { plan } from '../../core/plan.ts'
import { accountLines, decisionLines, diffLines, type PlanView } from './plan.ts'

const view: PlanView = {
  style: pc.createColors(false),
  width: undefined,
  label: (id) => id,
  text: (id) => `text of ${id}`,
}

function planOf(limit: number): ContextPlan {
  const history = Array.from(
    { length: 9 },
    (_, i): Candidate => ({
      id: `n${i}`,
      section: 'history',
      author: i % 2 === 0 ? 'human' : 'model',
      forms: [{ kind: 'full', size: 100 }],
      ...(i === 8 ? { newestInput: true } : {}),
    }),
  )
  const system: Candidate = { id: 'system', section: 'system', forms: [{ kind: 'full', size: 50 }] }
  const made = plan({
    budget: { window: limit, reserved: 0, safety: 0 },
    candidates: [system, ...history],
    settings: { historyStrategy: 'truncateMiddle', minimumRecentNodes: 2, markerSize: 10, shares: {} },
    measure: 'estimate',
  })
  if (made.kind === 'refusal') throw new Error(made.code)
  return made
}

describe('a plan as a person reads it', () => {
  it('says how full the limit is and what each section takes', () => {
    const lines = accountLines(planOf(600), view)
    expect(lines[0]).toBe('560 of 600 estimate (93 %)')
    expect(lines[1]).toBe('limit = window 600 − answer 0 − safety 0')
    expect(lines[2]).toBe('truncated by truncateMiddle')
    expect(lines.find((line) => line.startsWith('system'))).toMatch(/^system +1 +50 /)
  })

  it('says what sizes were learned from, where they were', () => {
    const learned = { ...planOf(600), measure: 'script*1,2' }
    const lines = accountLines(learned, view, { model: 'mine:x\u001b', version: 3, calls: 12, error: 0.0184 })
    expect(lines[2]).toBe('sizes in calibrated tokens: version 3 for mine:x␛, learned from 12 calls, 1.8 % off')
    expect(accountLines(learned, view).join()).not.toContain('learned')
  })

  it('gives every decision a line with its reason, the missing stretch included', () => {
    const lines = decisionLines(planOf(600), view)
    expect(lines.filter((line) => /system .*always sent/.test(line))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('✗'))).toHaveLength(1)
    expect(lines.at(-1)).toMatch(/^✗ {2}n2…n5 \(4\) +history .*did not fit/)
    expect(lines.filter((line) => line.includes('marker'))).toHaveLength(1)
  })

  it('shows what came and went between two plans', () => {
    const lines = diffLines(diff(planOf(600), planOf(800)), { firstByte: 1234, sharedPrefix: 310 }, view)
    expect(lines.filter((line) => line.startsWith('+')).length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.startsWith('-'))).toEqual([])
    expect(lines.at(-1)).toBe('The requests part at byte 1,234 and share the first 310 tokens.')
    expect(diffLines(diff(planOf(600), planOf(600)), undefined, view)).toEqual(['The plans are the same.'])
  })
})
