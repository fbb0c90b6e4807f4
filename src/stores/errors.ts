import type { Digest } from '../core/content/digest.ts'
import { HeddleError } from '../core/errors.ts'

/** No node has this id. */
export class NodeNotFound extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string) {
    super('node-not-found', `There is no node ${nodeId}. "heddle log" lists the nodes of a conversation.`)
    this.nodeId = nodeId
  }
}

/** No conversation has this id. */
export class ConversationNotFound extends HeddleError {
  readonly conversationId: string
  constructor(conversationId: string) {
    super('conversation-not-found', `There is no conversation ${conversationId}. "heddle ls" lists them.`)
    this.conversationId = conversationId
  }
}

/** No branch has this id in the conversation that is written to. */
export class BranchNotFound extends HeddleError {
  readonly branchId: string
  constructor(branchId: string) {
    super('branch-not-found', `There is no branch ${branchId} in this conversation. "heddle branch" lists them.`)
    this.branchId = branchId
  }
}

/** A node or a branch was to follow a node of another conversation. */
export class ForeignParent extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string) {
    super(
      'foreign-parent',
      `The node ${nodeId} belongs to another conversation. Nodes and branches follow nodes of their own conversation.`,
    )
    this.nodeId = nodeId
  }
}

/** A conversation has exactly one root, and this one has it already. */
export class SecondRoot extends HeddleError {
  readonly nodeId: string
  readonly conversationId: string
  constructor(nodeId: string, conversationId: string) {
    super('second-root', `The conversation ${conversationId} has a root already, so ${nodeId} needs a parent.`)
    this.nodeId = nodeId
    this.conversationId = conversationId
  }
}

/** Something with this id, or imported under this key, is in the store already. */
export class DuplicateId extends HeddleError {
  readonly id: string
  constructor(kind: 'node' | 'branch' | 'conversation' | 'key' | 'origin', id: string) {
    super('duplicate-id', `The ${kind} ${id} is in the store already. Ids and import keys are never used twice.`)
    this.id = id
  }
}

/** Two branches of a conversation cannot have one name. */
export class BranchNameTaken extends HeddleError {
  readonly branchName: string
  constructor(branchName: string) {
    super(
      'branch-name-taken',
      `There is a branch named "${branchName}" in this conversation already. Choose another name.`,
    )
    this.branchName = branchName
  }
}

/** A content that a node refers to is not in the store. */
export class ContentMissing extends HeddleError {
  readonly digest: Digest
  constructor(digest: Digest) {
    super(
      'content-missing',
      `The content ${digest} is not in the store. Import the conversation again to bring it back.`,
    )
    this.digest = digest
  }
}

/** Why a store's file could not be opened. */
export type StoreFault = 'store-newer' | 'store-not-heddle' | 'store-not-writable' | 'store-not-found'

/** The file cannot be used as a store; the code says why. */
export class StoreUnusable extends HeddleError {
  readonly path: string
  constructor(code: StoreFault, path: string, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.path = path
  }
}
