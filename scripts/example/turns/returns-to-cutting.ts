import { human, model, read, type Step, search } from '../step.ts'

/** Back to the first topic, with a plan that looked odd. The last question has its reads, and no answer yet. */
export const returnsToCutting: readonly Step[] = [
  human(
    'Back to the cutting. I had a plan with `truncateMiddle` where a huge test output was left out, and right behind it a tiny call that would have fitted easily was gone too. Is that a bug?',
  ),
  model(
    'I read the strategy again with that in mind.',
    read('src/core/policies/fit/truncate-middle.ts'),
    read('src/core/policies/fit/choice.ts'),
  ),
  model(
    'And how the beginning is read in the first place, because planning only sees what was gathered.',
    read('src/session/gather/reach.ts'),
    read('src/session/gather/gather-history.ts'),
  ),
  model(
    [
      'It is meant so. `fillBeginning` takes unit after unit from the start and returns at the first that does not fit; it does not look for smaller ones behind it. So what is sent is one beginning and one ending, with one gap between.',
      'Taking the tiny call would cost a second marker, and it would stand there without what led to it. `gather` relies on the same rule: behind the beginning that the limit can reach it reads nothing until the recent nodes.',
      'If you want that call, raise `minimumRecentNodes`, or exclude the huge output: what is excluded takes no room, and the beginning goes on behind it.',
    ].join('\n\n'),
  ),
  human(
    'Makes sense, leave it. Last one for today: what if the very last tool result alone is larger than the whole limit?',
  ),
  model(
    'The last atom is held by `allot`, so it is decided there. I read that again, and who prepares the shorter form.',
    search("'excerpt'", 'src/core'),
    read('src/core/policies/allot.ts'),
    read('src/core/content/excerpt.ts'),
    read('src/session/gather/gather.ts'),
  ),
]
