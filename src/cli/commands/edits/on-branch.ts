import type { Command } from 'commander'
import type { Workspace } from '../../../config/open.ts'
import type { Conversation } from '../../../history/conversation.ts'
import type { Branch } from '../../../history/node.ts'
import { checkedOut, findBranch, findConversation } from '../../read/find.ts'

/** What names a branch. */
export interface OnBranch {
  readonly conversation?: string
  readonly branch?: string
}

/** Lets a command take a branch: of the current conversation the checked-out one, or as named. */
export function takesBranch(command: Command): Command {
  return command
    .option('-b, --branch <name>', 'which branch (default: the one that is checked out)')
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
}

/** The branch that is meant, with its conversation. */
export async function branchOf(
  workspace: Workspace,
  named: OnBranch,
): Promise<{ readonly conversation: Conversation; readonly branch: Branch }> {
  const conversation = await findConversation(workspace, named.conversation)
  const branch =
    named.branch === undefined
      ? await checkedOut(workspace, conversation)
      : await findBranch(workspace, conversation, named.branch)
  return { conversation, branch }
}

/** A node's short id; null for none. */
export async function shortIdOf({ store }: Workspace, id: string | null): Promise<string | null> {
  return id === null ? null : ((await store.node(id))?.shortId ?? null)
}
