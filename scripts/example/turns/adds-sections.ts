import { call, failing, human, model, read, readAt, type Step, search } from '../step.ts'

const test = 'src/core/explain-sections.test.ts'

const rows = `/** What one section takes of the limit. Sizes are in the plan's measure. */
export interface SectionRow {
  readonly section: Section
  /** How many candidates are sent. */
  readonly items: number
  readonly size: number
  /** Of the limit, 0 to 1. */
  readonly share: number
  /** How many candidates are not sent; each node of a span is one. */
  readonly leftOut: number
}

/** What each section takes of the limit, largest first, ties by name. A section that no row speaks of has none. */
export function explainSections(plan: ContextPlan): SectionRow[] {
  const { limit } = plan.budget
  const sections = new Map<Section, SectionRow>()
  for (const { section, in: isIn, size, count = 1 } of explain(plan)) {
    const before = sections.get(section) ?? { section, items: 0, size: 0, share: 0, leftOut: 0 }
    const total = before.size + (isIn ? size : 0)
    sections.set(section, {
      section,
      items: before.items + (isIn ? 1 : 0),
      size: total,
      share: limit > 0 ? total / limit : 0,
      leftOut: before.leftOut + (isIn ? 0 : count),
    })
  }
  return [...sections.values()].sort((a, b) => b.size - a.size || (a.section < b.section ? -1 : 1))
}

`

const tests = `import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidate.ts'
import type { ContextPlan } from './context-plan.ts'
import { explainSections } from './explain.ts'
import type { Section } from './form.ts'
import { plan } from './plan.ts'
import type { PlanInput } from './plan-input.ts'

const candidate = (id: string, section: Section, size: number): Candidate => ({
  id,
  section,
  forms: [{ kind: 'full', size }],
})

/** Nine nodes of 10 behind a system text of 20, and an input of 10. A limit of 100 has room for six of them and a marker. */
const cut: PlanInput = {
  budget: { window: 100, reserved: 0, safety: 0 },
  candidates: [
    candidate('system', 'system', 20),
    ...Array.from({ length: 9 }, (_, at) => candidate(\`node-\${at}\`, 'history', 10)),
    { ...candidate('input', 'input', 10), newestInput: true },
  ],
  settings: { historyStrategy: 'truncateMiddle', minimumRecentNodes: 4, markerSize: 5, shares: {} },
  measure: 'characters',
}

function planned(input: PlanInput): ContextPlan {
  const made = plan(input)
  if (made.kind === 'refusal') throw new Error(made.code)
  return made
}

describe('explainSections', () => {
  it('puts the section that takes most first', () => {
    expect(explainSections(planned(cut)).map(({ section }) => section)).toEqual(['history', 'system', 'input'])
  })

  it('agrees with the account that the plan keeps', () => {
    const made = planned(cut)
    const told = explainSections(made).map(({ section, items, size }) => ({ section, items, used: size }))
    const account = made.budget.sections.map(({ section, items, used }) => ({ section, items, used }))
    expect(told.toSorted(bySection)).toEqual(account.toSorted(bySection))
  })

  it('counts every node of a span that is left out', () => {
    expect(explainSections(planned(cut))[0]).toMatchObject({ section: 'history', leftOut: 3 })
  })

  it('gives shares that add up to what is used of the limit', () => {
    const shares = explainSections(planned(cut)).map(({ share }) => share)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(0.95)
  })
})

function bySection(a: { readonly section: Section }, b: { readonly section: Section }): number {
  return a.section < b.section ? -1 : 1
}
`

/** The first change: a row for each section. Its test finds that a marker was counted as an item. */
export const addsSections: readonly Step[] = [
  human(
    'Good. Now a small change. `explain` gives me a row for each item, but what I want to know first is which section eats the window. Please add a function beside it that says for each section how many items are sent, what they take, what share of the limit that is, and how many were left out. With a test.',
  ),
  model(
    'I read `explain` and the decisions it tells of, and see who uses it.',
    read('src/core/explain.ts'),
    read('src/core/decision.ts'),
    search('explain\\(', 'src'),
  ),
  model(
    'A row knows its section, whether it is in, and its size, so the rows are enough to add up. The reasons and the forms, to be sure that I miss no kind of row.',
    read('src/core/reason.ts'),
    read('src/core/form.ts'),
  ),
  model(
    '`count` on a row says how many nodes a span stands for. I put the new function between `explain` and `describeReason`.',
    call({
      tool: 'str_replace',
      input: {
        path: 'src/core/explain.ts',
        old_text: '/** A reason as a short sentence without a full stop. */\n',
        new_text: `${rows}/** A reason as a short sentence without a full stop. */\n`,
      },
    }),
  ),
  model(
    'Now a test on a plan that is really cut, so that there is a span and a marker in it.',
    call({ tool: 'write_file', input: { path: test, content: tests } }),
    failing({ tool: 'run_tests', input: { path: test } }),
  ),
  model(
    'One of four fails: history has one item more than the account says. I look at how the account counts, and at my own loop.',
    search("kind === 'marker'", 'src/core'),
    readAt('src/core/policies/finish.ts', 'function accounts', 18),
    readAt('src/core/explain.ts', 'function keptRow', 55),
  ),
  model(
    'The marker is it. It has a row and a size, and it belongs to history, but it is no candidate; `accounts` in `finish.ts` leaves it out of the items for the same reason. The function has to do so too.',
    call({
      tool: 'str_replace',
      input: {
        path: 'src/core/explain.ts',
        old_text: '  for (const { section, in: isIn, size, count = 1 } of explain(plan)) {\n',
        new_text: '  for (const { section, form, in: isIn, size, count = 1 } of explain(plan)) {\n',
      },
    }),
    call({
      tool: 'str_replace',
      input: {
        path: 'src/core/explain.ts',
        old_text: '      items: before.items + (isIn ? 1 : 0),\n',
        new_text: "      items: before.items + (isIn && form !== 'marker' ? 1 : 0),\n",
      },
    }),
    call({
      tool: 'str_replace',
      input: {
        path: 'src/core/explain.ts',
        old_text: '  /** How many candidates are sent. */\n  readonly items: number\n  readonly size: number\n',
        new_text:
          '  /** How many candidates are sent; a marker is none. */\n  readonly items: number\n  /** What they take, markers included. */\n  readonly size: number\n',
      },
    }),
  ),
  model('Again.', call({ tool: 'run_tests', input: { path: test } })),
  model('Green. It has to be exported by name as well.', search('explain', 'src/index.ts'), read('src/index.ts')),
  model(
    'Two lines to change.',
    call({
      tool: 'str_replace',
      input: {
        path: 'src/index.ts',
        old_text: 'export type { ExplainRow } from',
        new_text: 'export type { ExplainRow, SectionRow } from',
      },
    }),
    call({
      tool: 'str_replace',
      input: {
        path: 'src/index.ts',
        old_text: 'export { describeReason, explain } from',
        new_text: 'export { describeReason, explain, explainSections } from',
      },
    }),
  ),
  model(
    'All tests of the core, then the types of the pure folders.',
    call({ tool: 'run_tests', input: { path: 'src/core', verbose: true } }),
    call({ tool: 'check_types', input: { project: 'tsconfig.pure.json' } }),
  ),
  model(
    [
      '`explainSections(plan)` is in `src/core/explain.ts` and exported: one `SectionRow` for each section, largest first, with items, size, share of the limit and how many were left out.',
      'The test found a slip of mine: I had counted the marker as an item. Its size counts for history, and it is no candidate. Now the rows agree with the account of the plan, and a test says that they have to. All tests of the core pass, and the types of the pure folders are fine.',
    ].join('\n\n'),
  ),
]
