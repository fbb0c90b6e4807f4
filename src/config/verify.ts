import type { Verified } from '../stores/verify-history.ts'
import type { Workspace } from './open.ts'

export type { Mismatch, Verified } from '../stores/verify-history.ts'

/** Holds every content and every node of a conversation against its hash. Throws `conversation-not-found`. */
export async function verifyConversation(
  { store }: Workspace,
  conversation: string,
  onProgress: (done: number, total: number) => void,
): Promise<Verified> {
  const { verifyHistory } = await import('../stores/verify-history.ts')
  return await verifyHistory(store, conversation, onProgress)
}
