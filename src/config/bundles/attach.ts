import type { Conversation } from '../../history/conversation.ts'
import { ConversationNotFound } from '../../stores/errors.ts'
import type { Workspace } from '../open.ts'
import { resolveSettings } from '../settings/levels.ts'
import { settingLevels } from '../settings/settings-of.ts'
import { untilUndisturbed } from './until-undisturbed.ts'

/** What goes along with a conversation's calls, and whether that was otherwise before. */
export interface Attached {
  readonly bundles: readonly string[]
  readonly changed: boolean
}

/** Lets a bundle go along with a conversation, behind those that do. Whether it is there is not looked at. Throws as settings do. */
export async function attachBundle(workspace: Workspace, conversation: Conversation, name: string): Promise<Attached> {
  return await change(workspace, conversation.id, (names) => (names.includes(name) ? names : [...names, name]))
}

/** Lets a bundle go along no longer, at whatever level that is set. Throws as settings do. */
export async function detachBundle(workspace: Workspace, conversation: Conversation, name: string): Promise<Attached> {
  return await change(workspace, conversation.id, (names) => names.filter((each) => each !== name))
}

/** Where the same holds for the whole workspace, the conversation says nothing of its own. */
async function change(
  { paths, env, store, engine }: Workspace,
  id: string,
  next: (names: readonly string[]) => readonly string[],
): Promise<Attached> {
  return await untilUndisturbed(async () => {
    const conversation = await store.conversation(id)
    if (conversation === undefined) throw new ConversationNotFound(id)
    const levels = await settingLevels(paths, env, conversation)
    const before = resolveSettings(levels).values.bundles
    const bundles = next(before)
    if (isSame(before, bundles)) return { bundles, changed: false }
    const below = resolveSettings(levels.filter((level) => level.name !== 'conversation')).values.bundles
    const { bundles: _, ...others } = conversation.settings
    const settings = isSame(below, bundles) ? others : { ...others, bundles: [...bundles] }
    await store.updateConversation({ ...conversation, settings, updatedAt: engine.now() }, conversation)
    return { bundles, changed: true }
  })
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, at) => name === b[at])
}
