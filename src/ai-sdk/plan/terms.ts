import { estimate, type Measure } from '../../core/content/measure.ts'
import { HeddleError } from '../../core/errors.ts'
import type { HistoryStrategy } from '../../core/plan-input.ts'
import { largestOmission, markerText } from '../../core/render/marker.ts'
import { modelFacts } from '../../models/find-facts.ts'
import { type ModelFacts, safetyOf } from '../../models/model-facts.ts'
import { defaultCallSettings } from '../../session/call-request.ts'
import { loadMeasure } from '../../tokenizers/load-measure.ts'
import type { PlanTerms } from './plan-messages.ts'

/** What a call may take. */
export type FitBudget =
  /** The most that may be sent, tools and system text included, in the measure that counts. */
  | number
  /** The model's window less what is kept free for the answer (default 1,024) and, where its tokens are only estimated, 5 %. */
  | { readonly model: string; readonly reserved?: number }

/** How messages are planned. */
export interface FitSettings {
  readonly budget: FitBudget
  /** Default `truncateMiddle`. */
  readonly strategy?: HistoryStrategy
  /** A measure, or the id of one. Default: the model's, else `estimate`. */
  readonly measure?: string | Measure
  /** How many of the last nodes `truncateMiddle` keeps before it fills the beginning. Default 4. */
  readonly minimumRecentNodes?: number
}

/** A budget that nothing can be planned with. `code` is `bad-budget`. */
export class BadBudget extends HeddleError {
  readonly budget: number
  constructor(budget: number) {
    super('bad-budget', `A budget of ${budget} is no number of tokens. It is a whole number from 1.`)
    this.budget = budget
  }
}

/**
 * The terms of settings. Where calls go on from one another, there is always room for the markers that stand already. Throws BadBudget, UnknownModel, UnknownMeasure.
 */
export async function termsOf(
  settings: FitSettings,
  { goesOn = false }: { readonly goesOn?: boolean } = {},
): Promise<Omit<PlanTerms, 'system' | 'tools'>> {
  const { budget, strategy = 'truncateMiddle', minimumRecentNodes = defaultCallSettings.minimumRecentNodes } = settings
  const model = typeof budget === 'number' ? anyModel(budget) : modelFacts(budget.model)
  const { measure: named = model.measure } = settings
  const measure = typeof named === 'string' ? await loadMeasure(named) : named
  const reserved = reservedOf(budget)
  const limit = model.window - reserved - safetyOf(model, model.window, reserved)
  const markers = goesOn ? mostMarkers * (measure.count(markerText(largestOmission)) + model.messageOverhead) : 0
  return {
    model,
    measure,
    settings: {
      ...defaultCallSettings,
      pressure: Math.max(leastPressure, 1 - markers / Math.max(1, limit)),
      repeats: 1,
      truncationStrategy: strategy,
      minimumRecentNodes,
      tokenBuffer: reserved,
    },
  }
}

function reservedOf(budget: FitBudget): number {
  if (typeof budget === 'number') return 0
  return budget.reserved === undefined ? defaultCallSettings.tokenBuffer : checked(budget.reserved, 0)
}

/** Behind the first pair, and before the newest input. */
const mostMarkers = 2
const leastPressure = 0.5

/** Nothing is known of it but what it may be sent. */
function anyModel(budget: number): ModelFacts {
  const window = checked(budget, 1)
  return {
    provider: 'any',
    name: 'any',
    window,
    maxOutput: window,
    measure: estimate.id,
    exact: true,
    messageOverhead: 4,
    prices: null,
    cache: null,
    systemField: true,
    systemMidway: true,
    images: true,
  }
}

function checked(budget: number, least: number): number {
  if (!Number.isSafeInteger(budget) || budget < least) throw new BadBudget(budget)
  return budget
}
