import type { PricesOf } from '../../session/usage/usage-report.ts'
import { modelOf } from '../call-model.ts'
import type { Settings } from '../settings/settings.ts'

/** The prices of models by the settings and the table; null for models that nobody knows any more. */
export function pricesBy(settings: Settings): PricesOf {
  return (model) => {
    try {
      return modelOf(model, settings).prices
    } catch {
      return null
    }
  }
}
