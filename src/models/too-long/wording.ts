/*
 * The wordings of providers, over texts as `plainWords` leaves them. Every gap is bounded, so that a search takes time
 * in proportion to the text.
 */

const sent = '(?:prompt|inputs?|requests?|messages?|conversation|context|history|query)'
const measured = '(?: (?:length|size|text|tokens?|token count|message|messages|prompt|content|history|payload|body))?'
const aside = '(?: ?\\([^)]{0,60}\\)|(?: of)? \\d+(?: tokens)?)?'
const exceeds = '(?:exceed(?:s|ed|ing)?|overflow(?:s|ed|ing)?|surpass(?:es|ed)?|(?:greater|longer|larger|more) than)'
const the = '(?:the |your |this |models? |available |allowed |maximum |max |input )'
const window = '(?:context (?:length|window|size|limit)|n ctx|(?:model|max(?:imum)? sequence) length)'

const tooLong = anyOf([
  `\\b${sent}${measured}${aside} (?:(?:is|are|was|were) )?(?:much |far |way )?too (?:long|large|big)\\b`,
  `\\b(?:payload|request entity|(?<!file )content) too large\\b`,
  `\\btoo (?:long|large|big) (?:for|to fit in(?:to)?) (?:the |this |requested )*model\\b`,
  `\\b${exceeds}\\b.{0,60}\\b${window}\\b`,
  `\\b${window}\\b.{0,40}\\b(?:exceed(?:s|ed)?|overflow(?:s|ed)?|surpassed|reached|too small)\\b`,
  `\\bexceed(?:s|ed)? ${the}*context\\b(?! (?:of|in)\\b)`,
  `\\b${window} (?:is|of|is only|of only|:) ?\\d`,
  `\\bmax(?:imum)? (?:context|prompt|input|sequence) length(?: is| of|:)? \\d`,
  `\\b(?:model max length|max(?:imum)? context) (?:was |has been |is )?exceeded\\b`,
  `\\b(?:prompt|inputs?|messages?|conversation|history)${measured}${aside} ${exceeds} .{0,60}\\b(?:limit|max|maximum|length|tokens)\\b`,
  `\\brequest(?:ed)? (?:input |prompt |payload |token )*(?:tokens|token count|size|length)${aside} ${exceeds}\\b`,
  `\\brequests? exceed(?:s|ed)? ${the}*(?:size|length|token limit|tokens)\\b`,
  `\\b(?:input|prompt) token count\\b.{0,40}\\bonly supports\\b`,
  `\\b(?:input|prompt) has \\d+ tokens\\b.{0,60}\\b(?:limit|maximum)\\b`,
  `\\btoo many (?:input |prompt |total )?tokens\\b`,
  `(?<!output |completion |response )\\btoken limit (?:was |has been |is )?(?:exceeded|reached)\\b`,
  `\\bexceed(?:s|ed|ing)? ${the}*token limit\\b`,
  `\\bmax prompt tokens exceeded\\b`,
  `\\bplease reduce (?:the length of |the size of )?(?:the |your )?(?:messages?|prompt|input)\\b`,
  `\\binputs tokens \\+ max new tokens must be <`,
  `\\binputs must have less than \\d+ tokens\\b`,
  `\\brange of input length should be\\b`,
  `\\bmalformed input request: (?:#/(?:prompt|input text|messages/\\d+/content\\S{0,20}): )?expected max length\\b`,
  `\\binvalid (?:messages\\[\\d+\\]\\.content(?:\\[\\d+\\]\\.text)?|input|prompt): string too long\\b`,
])

const setting = '(?:context (?:window|length|size)|max(?:imum)?(?: output| completion| new)? tokens|n(?:um)? ctx)'
const noun = '(?: parameter| value| setting| field)?'

/** How a wrong setting is refused, in words that are otherwise clear. What is added to another is not set alone. */
const wrongSetting = anyOf([
  `(?<!\\+ )\\b${setting}${noun} (?:must|should|cannot|may not|has to|needs to|expects|requires)\\b`,
  `\\b${setting}${noun} is (?:invalid|not (?:an?|valid|supported|allowed))\\b`,
  `\\b${setting} (?:exceeds|is out of|is outside) (?:the )?(?:allowed |valid |supported )?range\\b`,
  `\\b(?:invalid|unknown|unsupported|unrecognized)${noun}s?:? (?:for |of )?(?:max )?context (?:length|window|size)\\b`,
])

const rateLimit = anyOf([
  `\\brate[ -]?limit`,
  `\\b(?:per|each)[ -](?:minute|min|second|sec|hour|day|week|month)\\b`,
  `\\btokens?/(?:minute|min|second|sec|s|hour|day)\\b`,
  `\\b(?:hourly|daily|weekly|monthly)\\b`,
  `\\b[tr]p[mdhs]\\b`,
  `\\btoo many requests\\b`,
  `\\bthrottl`,
  `\\bquota`,
  `\\bresource (?:has been |is )?exhausted\\b`,
  `\\bplease wait\\b|\\bwait (?:before|and|for)\\b|\\btry again in \\d`,
])

const notAllowed = anyOf([
  `\\b(?:invalid|incorrect|missing|expired|wrong|no) (?:x-)?(?:api[ -]?key|credentials?|signature)\\b`,
  `\\b(?:invalid|incorrect|missing|expired|wrong|no) (?:access|auth|authentication|authorization|bearer|security|session) token\\b`,
  `\\bapi[ -]?key (?:is |was )?(?:invalid|not valid|missing|expired|incorrect|required)\\b`,
  `\\bunauthori[sz]ed\\b|\\bunauthenticated\\b|\\bforbidden\\b|\\baccess ?denied\\b|\\bexpired token\\b`,
  `\\b(?:authentication|permission) (?:error|exception|failed|failure|denied)\\b`,
  `\\bmore credits\\b|\\binsufficient (?:credits?|funds|balance)\\b`,
])

/** Whether a text says, clearly, that the request was too long for the model. */
export function saysTooLong(words: string): boolean {
  return tooLong.test(words) && !wrongSetting.test(words)
}

/** Whether a text speaks of a limit on how much may be sent in a time. */
export function saysRateLimit(words: string): boolean {
  return rateLimit.test(words)
}

/** Whether a text says that the caller is not known, not allowed, or has not paid. */
export function saysNotAllowed(words: string): boolean {
  return notAllowed.test(words)
}

function anyOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.join('|'))
}
