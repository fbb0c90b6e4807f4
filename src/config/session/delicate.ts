import { HeddleError } from '../../core/errors.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { ProviderSettings } from '../../models/providers/settings.ts'
import type { ToolPermission } from '../../tools/tool.ts'
import type { Workspace } from '../open.ts'
import { resolveSettings } from '../settings/levels.ts'
import { settingLevels } from '../settings/settings-of.ts'
import { isTrusted } from './trusted.ts'

/** What holds of the settings that only the person of this machine may decide. */
export interface DelicateSettings {
  readonly tools: { readonly [name: string]: ToolPermission }
  readonly providers: ProviderSettings
  /** Providers that the workspace's settings speak of, without the person's consent. */
  readonly untold: readonly string[]
}

/** A provider of the workspace's settings that the person has not confirmed. `code` is `untrusted-provider`. */
export class UntrustedProvider extends HeddleError {
  readonly provider: string
  constructor(provider: string) {
    super(
      'untrusted-provider',
      `The settings of this workspace say where ${provider} is reached, and nobody here has confirmed them. Look at them with \`heddle config list\`, then: heddle config trust`,
    )
    this.provider = provider
  }
}

/**
 * What the levels say of tools and providers, as far as it holds. The user's own settings do; those of the workspace do where the
 * person confirmed them, and otherwise only where they make a tool stricter; those of a conversation only where they do that.
 */
export async function delicateSettings(
  { paths, env }: Workspace,
  conversation?: Conversation,
): Promise<DelicateSettings> {
  const levels = await settingLevels(paths, env, conversation)
  const of = (name: string) => levels.find((level) => level.name === name)?.settings ?? {}
  const workspace = of('workspace')
  const trusted = await isTrusted(env, paths.root, workspace)
  const held = levels.filter(({ name }) => name === 'user' || (trusted && name === 'workspace'))
  const { tools, providers } = resolveSettings(held).values
  return {
    tools: { ...tools, ...(trusted ? {} : stricter(workspace.tools)), ...stricter(of('conversation').tools) },
    providers,
    untold: trusted ? [] : Object.keys(workspace.providers ?? {}),
  }
}

function stricter(tools: DelicateSettings['tools'] = {}): DelicateSettings['tools'] {
  return Object.fromEntries(Object.entries(tools).filter(([, permission]) => permission !== 'allow'))
}
