import { call, failing, human, model, read, type Step } from '../step.ts'

const path = 'src/core/explain.ts'
const test = 'src/core/explain-sections.test.ts'

const allottedTest = `  it('says what a section was allotted, also where it could not use it', () => {
    const retrieved = { ...candidate('hit', 'retrieved', 40), score: 1 }
    const shared: PlanInput = {
      ...cut,
      candidates: [retrieved, ...cut.candidates],
      settings: { ...cut.settings, shares: { history: 0.5, retrieved: 0.5 } },
    }
    const row = explainSections(planned(shared)).find(({ section }) => section === 'retrieved')
    expect(row).toEqual({ section: 'retrieved', items: 0, size: 0, allotted: 35, share: 0, leftOut: 1 })
  })

  it('counts every node of a span that is left out', () => {`

/** The second change: what a section was allotted. The first attempt to edit is not clear enough about the place. */
export const addsAllotted: readonly Step[] = [
  human(
    'Nice. One more: put in what the section was allotted. Much allotted and little used is what I am looking for.',
  ),
  model(
    'The plan keeps that in its account. I read the type again, and the file as it is now.',
    read('src/core/budget.ts'),
    read(path),
  ),
  model(
    'First the field.',
    failing({
      tool: 'str_replace',
      input: {
        path,
        old_text: '  readonly size: number\n',
        new_text: '  readonly size: number\n  /** What it was allotted. */\n  readonly allotted: number\n',
      },
    }),
  ),
  model(
    'Both kinds of row have a size. Once more, with the line above, and the function with it.',
    call({
      tool: 'str_replace',
      input: {
        path,
        old_text: '  /** What they take, markers included. */\n  readonly size: number\n',
        new_text:
          '  /** What they take, markers included. */\n  readonly size: number\n  /** What the section was allotted; more than its size where its candidates did not fit. */\n  readonly allotted: number\n',
      },
    }),
    call({
      tool: 'str_replace',
      input: {
        path,
        old_text: '  const { limit } = plan.budget\n',
        new_text:
          '  const { limit } = plan.budget\n  const allotted = new Map(plan.budget.sections.map((account) => [account.section, account.allotted]))\n',
      },
    }),
    call({
      tool: 'str_replace',
      input: {
        path,
        old_text: 'items: 0, size: 0, share: 0, leftOut: 0 }',
        new_text: 'items: 0, size: 0, allotted: 0, share: 0, leftOut: 0 }',
      },
    }),
    call({
      tool: 'str_replace',
      input: {
        path,
        old_text: '      size: total,\n',
        new_text: '      size: total,\n      allotted: allotted.get(section) ?? 0,\n',
      },
    }),
  ),
  model(
    'A section has no line in the account only when it has no items and was allotted nothing, so 0 is exact there. A test with a hit that is larger than what its section gets:',
    call({
      tool: 'str_replace',
      input: {
        path: test,
        old_text: "  it('counts every node of a span that is left out', () => {",
        new_text: allottedTest,
      },
    }),
    call({ tool: 'run_tests', input: { path: test, verbose: true } }),
  ),
  model(
    'I read the whole once more before I call it done, and check the types.',
    read(path),
    read(test),
    call({ tool: 'check_types', input: { project: 'tsconfig.pure.json' } }),
  ),
  model(
    'Each row now has `allotted`, taken from the account of the plan. In the test a hit of 40 finds 35 allotted: the row says 0 used, 35 allotted, 1 left out, and history takes over what was not used.',
  ),
]
