import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import type { ContextPlan } from '../../core/context-plan.ts'
import { exampleNode, examplePlan } from '../../core/example-input.ts'
import type { PlanView } from './plan.ts'
import { decisionLines } from './plan.ts'
import { policyLines } from './policies.ts'

const view: PlanView = { style: pc.createColors(false), width: undefined, label: (id) => `<${id}>` }
const nodes = Array.from({ length: 9 }, (_, at) => exampleNode(`n${at}`, 10))
const plan: ContextPlan = examplePlan(50, nodes)

describe('what the policies did, as a person reads it', () => {
  it('is a line for each policy, with what it saved and touched', () => {
    const lines = policyLines(plan, view)
    expect(lines[0]).toMatch(/^45 of 50 characters/)
    expect(lines.find((line) => line.startsWith('fit'))).toMatch(/^fit +90 +\d+ +\d+ +\d+ % +\d+$/)
    expect(lines.find((line) => line.startsWith('lease'))).toMatch(/^lease +90 +90$/)
    expect(lines.at(-1)).toContain('no earlier plan')
  })

  it('says what of the previous plan is sent again, where it differs first, and why', () => {
    const prefix = {
      previous: 'a'.repeat(64),
      shared: 20,
      broken: { item: 'n2', because: 'pressure' },
      cost: 1234,
    } as const
    const lines = policyLines({ ...plan, moment: 'pressure', prefix }, view)
    expect(lines.slice(-4)).toEqual([
      'moment  pressure: the request was about to fill the limit, and everything was looked at anew',
      'prefix  20 characters (44 %) as in plan aaaaaaaaaaaa',
      '        differs first at <n2>: the request was about to fill the limit, and everything was looked at anew',
      '        the input costs as much as 1,234 input tokens',
    ])
    const whole = policyLines({ ...plan, prefix: { ...prefix, broken: null, cost: null } }, view)
    expect(whole.slice(-2)).toEqual([
      '        all of that plan is sent again as it was',
      '        what the input costs is not known',
    ])
  })

  it('counts what is sent otherwise than it was written, and the decisions say it of each', () => {
    const changed = [
      { part: 0, kind: 'repeated', saves: 812 },
      { part: 1, kind: 'truncate', saves: 20 },
      { part: 2, kind: 'truncate', saves: 30 },
      { part: 3, kind: 'user', saves: -5 },
    ]
    const kept = plan.kept.map((entry) =>
      entry.kind === 'kept' && entry.id === 'n5' ? { ...entry, changed, pointsTo: ['n8'] } : entry,
    )
    const lines = policyLines({ ...plan, kept }, view)
    expect(lines.find((line) => line.startsWith('repeated'))).toMatch(/ 1 +812$/)
    expect(lines.find((line) => line.startsWith('truncate'))).toMatch(/ 2 +50$/)
    expect(decisionLines({ ...plan, kept }, view).find((line) => line.includes('<n5> '))).toContain(
      '; repeated → see <n8>, saves 812; 2 × truncate, saves 50; user, adds 5',
    )
  })
})
