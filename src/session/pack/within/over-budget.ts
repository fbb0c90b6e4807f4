import { HeddleError } from '../../../core/errors.ts'

/** Not even a pack's head fits. `code` is `over-limit`. */
export class PackOverBudget extends HeddleError {
  constructor(budget: number, needed: number, measure: string) {
    super(
      'over-limit',
      `A budget of ${budget} is too small: what stands around the files alone takes ${needed} (${measure}). Raise the budget, or pack less.`,
    )
  }
}
