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

/** No call has this id. */
export class CallNotFound extends HeddleError {
  readonly callId: string
  constructor(callId: string) {
    super('call-not-found', `There is no call ${callId}. It is stored before what came of it.`)
    this.callId = callId
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

/** Two bundles of a workspace cannot have one name. */
export class BundleNameTaken extends HeddleError {
  readonly bundleName: string
  constructor(bundleName: string) {
    super('bundle-name-taken', `There is a bundle named "${bundleName}" already. Choose another name.`)
    this.bundleName = bundleName
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

/** A version of a root would be a second one. */
export class VersionOfRoot extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string) {
    super(
      'version-of-root',
      `The node ${nodeId} is the root, and a root has no versions. Begin a conversation instead.`,
    )
    this.nodeId = nodeId
  }
}

/** A version of a note is a note, and of nothing else. */
export class VersionElsewhere extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string, editedFrom: string) {
    super(
      'version-elsewhere',
      `The node ${nodeId} is no version of ${editedFrom}: a version is a note where that is one, and only there.`,
    )
    this.nodeId = nodeId
  }
}

/** An edge has exactly one primary source when it is made; versions come later. */
export class TwoPrimaries extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string, count: number) {
    super(
      'two-primaries',
      `The edge into ${nodeId} was given ${count} primary sources. An edge is made with exactly one; the others are context or instructions.`,
    )
    this.nodeId = nodeId
  }
}

/** An edge would lead back to where it comes from. */
export class Cycle extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string, source: string) {
    super('cycle', `An edge from ${source} to ${nodeId} would close a circle: ${source} comes from ${nodeId} already.`)
    this.nodeId = nodeId
  }
}

/** A selection names an edge or a version that does not lead to the node. */
export class UnknownWay extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string, way: string) {
    super('unknown-way', `No continuation leads to ${nodeId} by ${way}. Select an edge into it, or one of its sources.`)
    this.nodeId = nodeId
  }
}

/** No prune that stands has this id. */
export class PruneNotFound extends HeddleError {
  readonly pruneId: string
  constructor(pruneId: string) {
    super('prune-not-found', `There is no prune ${pruneId} that stands. It may have been restored before.`)
    this.pruneId = pruneId
  }
}

/** A route was written down for another tree: one of its steps is not there. */
export class RouteBroken extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string) {
    super('route-broken', `The path does not come past ${nodeId}, as it was written down. Resolve it again.`)
    this.nodeId = nodeId
  }
}

/** Why a store's file could not be opened, read or written. */
export type StoreFault =
  | 'store-newer'
  | 'store-not-heddle'
  | 'store-not-writable'
  | 'store-not-found'
  | 'store-damaged'
  | 'store-busy'
  | 'disk-full'

/** The file cannot be used as a store; the code says why. */
export class StoreUnusable extends HeddleError {
  readonly path: string
  constructor(code: StoreFault, path: string, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.path = path
  }
}

/** What was to be replaced is another now than when it was read: read it again. */
export class ChangedMeanwhile extends HeddleError {
  readonly id: string
  constructor(id: string) {
    super('changed-meanwhile', `${id} was changed by another process at the same time. Try again.`)
    this.id = id
  }
}
