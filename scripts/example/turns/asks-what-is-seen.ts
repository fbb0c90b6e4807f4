import { call, human, model, read, readAt, type Step, search } from '../step.ts'

/** Two short questions behind the first: what the model sees at a cut, and whether a call can lose its result. */
export const asksWhatIsSeen: readonly Step[] = [
  human('Clear, thanks. And what does the model see at the cut? Does it know that something is missing?'),
  model('I look for who writes the marker, and who pays for it.', search('markerText|markerSize', 'src')),
  model(
    'One file has the words, one puts them into the messages, one sets the price.',
    read('src/core/render/marker.ts'),
    read('src/core/render/assemble.ts'),
    read('src/session/gather/gather.ts'),
  ),
  model(
    [
      'With `truncateMiddle`, yes: one line, in a message of the user, such as `[Part of this conversation is left out here. Nodes: 12. Size: 4031.]` It comes from `src/core/render/marker.ts`.',
      'Its price is fixed before planning: that of the same line with the largest figures it may hold, so the plan does not depend on how many digits come out. Where there is no room even for it, it is left out and the plan says so (`truncation.markerLeftOut`).',
      'With `rollingWindow` the model sees nothing. Only the plan tells, by its spans.',
    ].join('\n\n'),
  ),
  human('Can it happen that a tool call stays and its result goes, because the result is so large?'),
  model(
    'It should not. I check what makes the units, and what verifies them.',
    search('atom', 'src/core/policies'),
    readAt('src/core/policies/path.ts', 'The path cut into units', 35),
    readAt('src/core/verify.ts', 'function leavesOutNewest', 20),
  ),
  model(
    'The property tests ought to cover this with generated conversations. I read how they make calls, and run them.',
    read('src/core/plan.property.test.ts'),
    call({ tool: 'run_tests', input: { path: 'src/core/plan.property.test.ts', verbose: true } }),
  ),
  model(
    [
      'No. A call and its results carry the same `atom`, and `unitsOf` in `src/core/policies/path.ts` makes one unit of everything between the first and the last member of an atom. Strategies only choose whole units, so a large result takes its call with it.',
      '`verify` looks again, whatever the strategies did: `atom-split` is one of its checks. The property tests generate calls with up to three results, late ones too, and pass.',
    ].join('\n\n'),
  ),
]
