import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Middleware } from '@ai-sdk/provider'
import type { ContextPlan } from '../core/context-plan.ts'
import { CallRefused } from '../session/turn/errors.ts'
import { fitOnce } from './fit-messages.ts'
import { standings } from './plan/standing.ts'
import { type FitBudget, type FitSettings, termsOf } from './plan/terms.ts'

/** The messages of one call in the form in which the AI SDK hands them to a model. */
export type Prompt = LanguageModelV4CallOptions['prompt']

/** How the calls of a model are planned. */
export interface MiddlewareOptions extends Omit<FitSettings, 'budget'> {
  /** Default: the window of the model that is wrapped, where Heddle knows it. */
  readonly budget?: FitBudget
  /** Told of every plan, with the messages that are sent. */
  readonly onPlan?: (plan: ContextPlan, sent: { readonly messages: Prompt }) => void
}

/** Branches of conversations that are remembered at a time. */
const mostStandings = 64

/**
 * Middleware for `wrapLanguageModel` that plans every call, each step of an agent's loop included: system text, tools and the schema of
 * the answer are counted, and where the budget is a model's, `maxOutputTokens` is kept free. Calls whose messages begin
 * alike are one conversation, which goes on as with `createFitter`; any number may run at the same time. Rejects with
 * CallRefused, BadBudget, UnknownModel and UnknownMeasure.
 */
export function heddleMiddleware(options: MiddlewareOptions = {}): LanguageModelV4Middleware {
  const known = standings(mostStandings)
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params, model }) => {
      const { prompt, maxOutputTokens } = params
      const budget = budgetFor(options.budget ?? { model: referenceOf(model) }, maxOutputTokens)
      const terms = await termsOf({ ...options, budget }, { goesOn: true })
      const fitted = await fitOnce(prompt, { format: 'ai-sdk', tools: countedWith(params), note }, terms, known)
      if (fitted.kind === 'refusal') throw new CallRefused(fitted)
      options.onPlan?.(fitted.plan, { messages: fitted.messages })
      return { ...params, prompt: fitted.messages }
    },
  }
}

function referenceOf({ provider, modelId }: LanguageModelV4): string {
  return `${provider.split('.')[0]}:${modelId}`
}

function budgetFor(budget: FitBudget, maxOutputTokens: number | undefined): FitBudget {
  return typeof budget === 'number' || maxOutputTokens === undefined ? budget : { ...budget, reserved: maxOutputTokens }
}

/** What is sent beside the prompt. */
function countedWith({ tools = [], responseFormat }: LanguageModelV4CallOptions): unknown[] {
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined
  return schema === undefined ? tools : [...tools, { name: 'response format', inputSchema: schema }]
}

function note(text: string): Prompt[number] {
  return { role: 'user', content: [{ type: 'text', text }] }
}
