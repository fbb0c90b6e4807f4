import { HeddleError } from '../core/errors.ts'

/** There is no measure with this id. `code` is `unknown-measure`. */
export class UnknownMeasure extends HeddleError {
  readonly measureId: string
  constructor(measureId: string, known: readonly string[]) {
    super(
      'unknown-measure',
      `There is no measure called ${JSON.stringify(measureId)}. Known are ${known.join(', ')}, and estimate*FACTOR with a factor between 0.0001 and 16, such as estimate*1.25; script*WEIGHTS is written by calibration alone.`,
    )
    this.measureId = measureId
  }
}
