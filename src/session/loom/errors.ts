import { HeddleError } from '../../core/errors.ts'

/** Why something cannot be done in a tree, by code. */
export type LoomFault =
  | 'no-parent'
  | 'no-child'
  | 'no-root'
  | 'version-of-root'
  | 'merge-root'
  | 'merge-siblings'
  | 'split-root'
  | 'split-point'
  | 'split-parts'
  | 'merge-parts'
  | 'sibling-of-root'
  | 'delete-root'
  | 'hoist-root'
  | 'not-hoisted'
  | 'not-on-branch'
  | 'nothing-to-select'
  | 'not-pruned'

/** Something cannot be done at this node. The code says what. */
export class LoomRefused extends HeddleError {
  declare readonly code: LoomFault
  readonly nodeId: string
  constructor(code: LoomFault, nodeId: string, message: string) {
    super(code, message)
    this.nodeId = nodeId
  }
}
