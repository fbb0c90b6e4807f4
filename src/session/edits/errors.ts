import { HeddleError } from '../../core/errors.ts'

/** Why an edit or a checkpoint cannot be made, or gone back to, by code. */
export type EditFault =
  | 'node-not-found'
  | 'node-gone'
  | 'part-not-found'
  | 'part-fixed'
  | 'unknown-edit-kind'
  | 'empty-edit'
  | 'checkpoint-name'
  | 'unknown-checkpoint'
  | 'before-everything'
  | 'time-to-come'

/** It cannot be done. The code says why; `reference` is what was named. */
export class EditRefused extends HeddleError {
  declare readonly code: EditFault
  readonly reference: string
  constructor(code: EditFault, reference: string, message: string) {
    super(code, message)
    this.reference = reference
  }
}
