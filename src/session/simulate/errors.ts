import { HeddleError } from '../../core/errors.ts'

/** Something was to be written that a trial does not keep. `code` is `scratch-only`. */
export class ScratchOnly extends HeddleError {
  constructor(write: string) {
    super(
      'scratch-only',
      `This is a trial, in which nothing is written to the store, and it came to a write: ${write}.`,
    )
  }
}
