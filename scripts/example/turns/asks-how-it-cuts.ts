import { human, list, model, read, type Step, search } from '../step.ts'

/** The person wants to know how planning cuts; the agent reads its way from the entry to the strategies. */
export const asksHowItCuts: readonly Step[] = [
  human(
    'I am new to this code. When a conversation is too long for the model, how does Heddle decide what to cut, and in what order? Please read the code, I would rather wait than get a guess.',
  ),
  model('I start with the outline and with the list of what there is.', list('src/core'), read('docs/architecture.md')),
  model(
    'Planning is `plan()` in the core. I read it with what goes in and what comes out.',
    read('src/core/plan.ts'),
    read('src/core/plan-input.ts'),
    read('src/core/context-plan.ts'),
  ),
  model(
    'A plan is made by policies that hand on a draft. Here is what one is.',
    read('src/core/policies/policy.ts'),
    read('src/core/policies/draft.ts'),
    read('src/core/candidate.ts'),
  ),
  model(
    'Now the policies in their order. The first two only sort out.',
    read('src/core/policies/exclude.ts'),
    read('src/core/policies/lease.ts'),
  ),
  model('`allot` is the first that looks at sizes.', read('src/core/policies/allot.ts'), read('src/core/budget.ts')),
  model(
    'The cutting itself should be in `fit`.',
    read('src/core/policies/fit.ts'),
    read('src/core/policies/fit/ranked.ts'),
  ),
  model(
    '`ranked` is for everything but history, which goes to one of three strategies. Where are they?',
    search('HistoryFit\\b', 'src/core'),
  ),
  model(
    'I read all three.',
    read('src/core/policies/fit/truncate-middle.ts'),
    read('src/core/policies/fit/rolling-window.ts'),
    read('src/core/policies/fit/stop-at-limit.ts'),
  ),
  model(
    'They work on units, not on nodes, and share how a choice becomes outcomes.',
    read('src/core/policies/path.ts'),
    read('src/core/policies/fit/choice.ts'),
  ),
  model(
    'Last, the order of sending, how the draft becomes the plan, and what is checked.',
    read('src/core/policies/arrange.ts'),
    read('src/core/policies/finish.ts'),
    read('src/core/verify.ts'),
  ),
  model(
    [
      'Five policies decide, in the order in which `src/core/plan.ts` lists them. Each candidate is decided once.',
      [
        '1. **exclude** leaves out what is barred before any size is looked at: excluded, pruned, empty, a secret.',
        '2. **lease** leaves out what was lent for a time that is over.',
        '3. **allot** holds what always goes: tools, system text, sticky pins, the newest input and the last atom. If these alone are over the limit, it takes shorter forms of them where there are any, else it refuses and says by how much. The rest of the limit is shared among the sections.',
        '4. **fit** cuts. History goes through one strategy; every other section takes its candidates by score, in a smaller form where the full one does not fit.',
        '5. **arrange** leaves nothing out. It only puts what is kept into sending order.',
      ].join('\n'),
      'The strategies for history:',
      [
        '- `truncateMiddle`, the default: the last nodes first (four by default), then the beginning, up to the first unit that does not fit. A marker stands in the gap.',
        '- `rollingWindow`: the newest that fits. No marker.',
        '- `stopAtLimit`: cuts nothing. If it does not fit, it refuses and names the largest items.',
      ].join('\n'),
      'At the end `verify` checks the invariants over the finished plan. A plan that breaks one is never sent: it throws.',
    ].join('\n\n'),
  ),
]
