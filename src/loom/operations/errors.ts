import { HeddleError } from '../../core/errors.ts'

/** Why an operation is refused, by code. */
export type RefusalCode =
  | 'unknown-operation'
  | 'invalid-input'
  | 'too-many'
  | 'not-permitted'
  | 'unknown-node'
  | 'ambiguous-node'
  | 'unknown-branch'
  | 'nothing-stashed'
  | 'nothing-to-stash'
  | 'not-pinned'
  | 'not-pruned'
  | 'on-path'
  | 'version-of-root'
  | 'no-generator'

/** An operation cannot be done; `hint` says what can be done instead. */
export class OperationRefused extends HeddleError {
  declare readonly code: RefusalCode
  readonly hint: string
  constructor(code: RefusalCode, message: string, hint: string) {
    super(code, message)
    this.hint = hint
  }
}
