import { HeddleError } from '../core/errors.ts'
import { tableAsOf } from './table/table.ts'

/** Nothing is known about this model. `code` is `unknown-model`; `close` holds the most similar names, best first. */
export class UnknownModel extends HeddleError {
  readonly reference: string
  readonly close: readonly string[]
  constructor(reference: string, close: readonly string[]) {
    super('unknown-model', messageOf(reference, close))
    this.reference = reference
    this.close = close
  }
}

function messageOf(reference: string, close: readonly string[]): string {
  const hint = close.length === 0 ? '' : ` Did you mean ${close.join(', ')}?`
  const setting = JSON.stringify({ models: { [reference]: { window: 128_000 } } })
  return `Nothing is known about the model ${JSON.stringify(reference)} (table of ${tableAsOf}).${hint} To use it as it is, give its window in the settings, such as ${setting}.`
}
