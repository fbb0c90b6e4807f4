import type { Part } from '../../core/content/part.ts'
import type { Conversation } from '../../history/conversation.ts'
import { titleOf } from '../../session/say.ts'
import type { Workspace } from '../open.ts'

/** The conversation as it is in the store now; one without a title takes it from what is said first. */
export async function titled(
  { store }: Workspace,
  conversation: Conversation,
  parts: readonly Part[] | undefined,
): Promise<Conversation> {
  const now = (await store.conversation(conversation.id)) ?? conversation
  if (now.title !== '' || !parts) return now
  const named = { ...now, title: titleOf(parts) }
  await store.updateConversation(named)
  return named
}
