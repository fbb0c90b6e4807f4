import type { Conversation } from '../../history/conversation.ts'
import { type Environment, userSettingsFile } from '../user-files.ts'
import type { WorkspacePaths } from '../workspace.ts'
import { checkSettings } from './check.ts'
import { type Level, type ResolvedSettings, resolveSettings } from './levels.ts'
import { readSettings } from './settings-file.ts'

/** What each level sets: user, workspace, and conversation where one is given. Throws as `readSettings` does. */
export async function settingLevels(
  paths: WorkspacePaths,
  env: Environment,
  conversation?: Conversation,
): Promise<readonly Level[]> {
  const levels: Level[] = [
    { name: 'user', settings: await readSettings(userSettingsFile(env)) },
    { name: 'workspace', settings: await readSettings(paths.settings) },
  ]
  if (conversation) {
    const where = `conversation ${conversation.shortId}`
    levels.push({ name: 'conversation', settings: checkSettings(conversation.settings, where) })
  }
  return levels
}

/** The settings that hold in a workspace, or in a conversation of it, and where each comes from. */
export async function settingsOf(
  paths: WorkspacePaths,
  env: Environment,
  conversation?: Conversation,
): Promise<ResolvedSettings> {
  return resolveSettings(await settingLevels(paths, env, conversation))
}
