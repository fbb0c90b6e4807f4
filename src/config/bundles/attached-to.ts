import type { Conversation } from '../../history/conversation.ts'
import type { Store } from '../../stores/store.ts'
import { untilUndisturbed } from './until-undisturbed.ts'

type Conversations = Pick<Store, 'conversations' | 'updateConversation'>

/** The names of the bundles that a conversation's own settings let go along with its calls. */
export function attachedNames({ settings: { bundles } }: Conversation): readonly string[] {
  return Array.isArray(bundles) ? bundles.filter((name) => typeof name === 'string') : []
}

/** The conversations whose own settings let a bundle go along. */
export async function attachedTo(store: Pick<Conversations, 'conversations'>, name: string): Promise<Conversation[]> {
  return (await store.conversations()).filter((conversation) => attachedNames(conversation).includes(name))
}

/** Gives a bundle its new name in the settings of all conversations; when they changed stays as it is. */
export async function renameAttached(store: Conversations, from: string, to: string): Promise<void> {
  await untilUndisturbed(async () => {
    for (const conversation of await attachedTo(store, from)) {
      const bundles = attachedNames(conversation).map((name) => (name === from ? to : name))
      const settings = { ...conversation.settings, bundles }
      await store.updateConversation({ ...conversation, settings }, conversation)
    }
  })
}
