import { builtInProviders } from './built-in.ts'
import { ProviderRefused, UnknownProvider } from './errors.ts'
import type { Provider } from './provider.ts'
import type { ProviderSetting, ProviderSettings } from './settings.ts'

/**
 * How a provider is reached, by the settings over what is built in. One that is only in the settings speaks Chat
 * Completions where they do not say. A built-in key goes to the built-in address only: with a `baseUrl` of its own, a
 * provider gets the key that its `keyFrom` names, else none. Plain http is for this machine, and for others where the
 * setting says `insecure`. Throws UnknownProvider and ProviderRefused.
 */
export function reachProvider(name: string, settings: ProviderSettings = {}): Provider {
  const builtIn = builtInProviders.get(name)
  const setting: ProviderSetting = Object.hasOwn(settings, name) ? (settings[name] ?? {}) : {}
  const baseUrl = setting.baseUrl?.replace(/\/+$/, '') ?? builtIn?.baseUrl
  if (baseUrl === undefined) throw new UnknownProvider(name, knownProviders(settings))
  if (!isSafe(baseUrl) && setting.insecure !== true) {
    throw new ProviderRefused(
      name,
      'has a plain http address on another machine. Use https, or say "insecure": true there.',
    )
  }
  const own = baseUrl === builtIn?.baseUrl ? builtIn.keyFrom : null
  return {
    api: setting.api ?? builtIn?.api ?? 'chat-completions',
    baseUrl,
    keyFrom: setting.keyFrom === undefined ? own : setting.keyFrom,
    ...(setting.headers === undefined ? {} : { headers: setting.headers }),
    ...(builtIn?.tellsUsage ? { tellsUsage: true } : {}),
    ...(builtIn?.nineLetterIds ? { nineLetterIds: true } : {}),
  }
}

/** The names of all providers that can be reached, in code-unit order. */
export function knownProviders(settings: ProviderSettings = {}): string[] {
  return [...new Set([...builtInProviders.keys(), ...Object.keys(settings)])].sort()
}

function isSafe(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
