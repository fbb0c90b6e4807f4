/** What a sentence seems to do, by words that stand in it. English only: without cues a summary is still one. */
export interface Cues {
  /** Says what is wanted. */
  readonly wish: boolean
  /** Lays down how things are to be done. */
  readonly rule: boolean
  /** Says what was settled. */
  readonly decision: boolean
  /** Says what was done or found. */
  readonly result: boolean
  /** Says what is left, or does not work. */
  readonly open: boolean
  readonly question: boolean
  /** Says what comes next. */
  readonly next: boolean
  /** Only announces what the writer does at once: "Let me look at the file." */
  readonly narration: boolean
}

const wish = anyOf(
  "i want|i need|i'd like|i would like|we want|we need|the goal|the aim|the task|your task|please|can you|could you",
  'implement|build|fix|add|make|write|create|change|find out|investigate',
)
const rule = anyOf(
  "always|never|must(?:n't)?|do not|don't|make sure|ensure|only ever|from now on|rules?|required?|forbidden|prefer",
  "avoid|not allowed|should(?:n't)? (?:always|never|not|only)|no matter|under no circumstances|at most|at least",
)
const decision = anyOf(
  "decid\\w*|decision|agreed?|settled|chose|chosen|we(?:'ll| will| are going to)? (?:use|keep|go with|drop|stay with)",
  'going with|go with|opt(?:ed)? for|instead of|rather than|approach is|from now on|convention',
)
const result = anyOf(
  'done|finished|complete[ds]?|fixed|fixes|added|adds|implemented|implements|created|updated|changed|removed|renamed',
  'moved|replaced|refactored|wrote|written|pass(?:es|ed|ing)?|works?|working|succeeded|merged|committed|verified',
  'confirmed|found|the (?:root )?cause|the problem (?:is|was)|the issue (?:is|was)|turns out',
  'now (?:has|have|uses?|returns?|handles?|supports?)',
)
const open = anyOf(
  'to-?do|fixme|still (?:need|have|has|fail\\w*|missing|to|not|open)|remaining|remains to|not yet|left to|yet to',
  'unresolved|unclear|unknown|pending|open question|follow-?up|blocked|fail(?:s|ed|ing|ure)?|broken|errors?|missing',
  "doesn't work|does not work|can't|cannot|later",
)
const next = anyOf(
  "next|i'll|i will|let me|let's|we(?:'ll| will| should| can)|going to|now (?:i|we)|then (?:i|we)|remaining",
  'would you like|should i|shall i',
)
const narration = new RegExp(
  '^(?:(?:now|next|ok(?:ay)?|great|good|perfect|right|alright|so|first|then|and|actually|wait|hmm)[,.!:]? +){0,3}' +
    "(?:let me|let's|i'll|i will|i'm going to|i need to|i should|we need to)\\b",
  'i',
)
const question = /[?？]["'”’)\]*_]*$/
const unticked = /^\[ \]/
const ticked = /^\[x\]/i

/** Any of the words and phrases, as words of their own, in any case. */
function anyOf(...phrases: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'i')
}

/** The cues of a sentence. */
export function cuesOf(sentence: string): Cues {
  const plain = sentence.replaceAll('’', "'")
  return {
    wish: wish.test(plain),
    rule: rule.test(plain),
    decision: decision.test(plain),
    result: ticked.test(plain) || result.test(plain),
    open: unticked.test(plain) || open.test(plain),
    question: question.test(plain),
    next: next.test(plain),
    narration: narration.test(plain),
  }
}
