import type { BundleOptions } from '../../bundles/settings.ts'
import type { Conversation } from '../../history/conversation.ts'
import { settingsOf } from '../settings/settings-of.ts'
import type { BundleGround } from './shelf.ts'

/** What is set for every bundle of a workspace, or of one of its conversations. Throws as settings do. */
export async function collectionOf(
  { paths, env }: Pick<BundleGround, 'paths' | 'env'>,
  conversation?: Conversation,
): Promise<BundleOptions> {
  return (await settingsOf(paths, env, conversation)).values.bundle
}
