import { HeddleError } from '../core/errors.ts'

/** A limit of 0 or less, or one that is no number: `limit-not-positive`. */
export class LimitNotPositive extends HeddleError {
  readonly setting: string
  readonly limit: number
  constructor(setting: string, limit: number) {
    super('limit-not-positive', `${setting} is ${limit}; give a number above 0, or none at all for no limit.`)
    this.setting = setting
    this.limit = limit
  }
}

/** A limit in tokens, and nothing to count them with: `measure-missing`. */
export class MeasureMissing extends HeddleError {
  constructor() {
    super('measure-missing', 'max_tokens needs a measure to count tokens with, and none was given.')
  }
}
