import type { ContextPlan } from '../core/context-plan.ts'
import { type ExplainRow, explain } from '../core/explain.ts'
import type { Refusal } from '../core/refusal.ts'
import { type PlanTerms, planMessages } from './plan/plan-messages.ts'
import { type Standings, standings } from './plan/standing.ts'
import { type FitSettings, termsOf } from './plan/terms.ts'
import { toolsOf } from './plan/tools.ts'
import { writeMessages } from './plan/write-messages.ts'
import { formatOf, type MessageFormat, readMessages } from './read/formats.ts'
import { plainText } from './read/read-node.ts'

/** What goes along with messages and is counted with them. */
export interface FitBeside<System = unknown> {
  /** System text that stands beside the messages, in any provider's form. */
  readonly system?: System
  /** Tool definitions in any provider's form, or the AI SDK's tools by name. */
  readonly tools?: unknown
}

/** How messages are fitted. */
export interface FitOptions<System = unknown> extends FitSettings, FitBeside<System> {
  /** Default: told from the messages. */
  readonly format?: MessageFormat
}

/** Messages that fit, and why these. */
export interface Fitted<Message, System = unknown> {
  readonly kind: 'fitted'
  readonly messages: Message[]
  /** As it was given. */
  readonly system?: System
  readonly plan: ContextPlan
  /** Every decision in words. Messages are named by their place: `messages[3]`. */
  explain(): ExplainRow[]
}

/**
 * Messages of one call that fit into a budget, of the same kind as those given: OpenAI's chat messages or responses' input items,
 * Anthropic's messages, or the AI SDK's.
 *
 * What fits comes back as it was. Else content that is shown again gives way to a notice, old outputs to excerpts, and
 * history is left out as the strategy says, with a marker where something is missing. A call and its results stay together; the
 * newest input always stays. What goes in full is the very same object; what is changed is a copy. The order is kept, and
 * nothing that was given is changed. The same input gives the same result.
 *
 * A refusal, with figures, where nothing can be sent. Throws BadBudget, UnknownModel and UnknownMeasure, and nothing over what
 * the messages say.
 */
export async function fitMessages<Message, System = unknown>(
  messages: readonly Message[],
  options: FitOptions<System>,
): Promise<Fitted<Message, System> | Refusal> {
  return await fitOnce(messages, options, await termsOf(options))
}

/** Fits a conversation again and again while it grows. */
export interface Fitter<System = unknown> {
  /** `beside` takes the place of what the options say. */
  fit<Message>(messages: readonly Message[], beside?: FitBeside<System>): Promise<Fitted<Message, System> | Refusal>
}

/** A conversation and the branches that are left behind in it. */
const mostStandings = 8

/**
 * The same with memory: what was sent is sent again, byte for byte, as long as the messages only grow and the budget allows it; a cut
 * then goes down to half of it, so that the next one is far away. Messages that differ from those of the call before are
 * planned anew from where they differ. What is remembered does not grow with the calls. Throws as fitMessages.
 */
export function createFitter<System = unknown>(options: FitOptions<System>): Fitter<System> {
  const known = standings(mostStandings)
  const terms = termsOf(options, { goesOn: true })
  terms.catch(() => {})
  return {
    fit: async (messages, beside = {}) => await fitOnce(messages, { ...options, ...beside }, await terms, known),
  }
}

/** Makes a message of a text that stands where something is missing. All kinds take this one. */
const plainNote = (text: string): unknown => ({ role: 'user', content: text })

interface FitRequest<System> extends FitBeside<System> {
  readonly format?: MessageFormat
  readonly note?: (text: string) => unknown
}

/** Fits messages by terms that are known already. */
export async function fitOnce<Message, System>(
  messages: readonly Message[],
  { system, tools, format = formatOf(messages), note = plainNote }: FitRequest<System>,
  terms: Omit<PlanTerms, 'system' | 'tools'>,
  known?: Standings,
): Promise<Fitted<Message, System> | Refusal> {
  const read = readMessages(messages, format)
  const beside = { system: plainText(system), tools: await toolsOf(tools) }
  const planned = await planMessages(read, { ...terms, ...beside }, known)
  if (planned.kind === 'refusal') return planned
  const { plan } = planned
  return {
    kind: 'fitted',
    messages: writeMessages(messages, read, planned, note) as Message[],
    ...(system === undefined ? {} : { system }),
    plan,
    explain: () => explain(plan),
  }
}
