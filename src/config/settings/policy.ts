import { z } from 'zod'
import type { JsonObject } from '../../core/content/json.ts'
import { HeddleError } from '../../core/errors.ts'
import { type CallSettings, defaultCallSettings } from '../../session/call-request.ts'
import { checkSettings } from './check.ts'
import { parseKey, parseValue, withValue } from './key.ts'
import { nearest } from './nearest.ts'
import { type Settings, type SettingsOfLevel, settingRules } from './settings.ts'

/** A text that names no policy. `code` is `unknown-policy` or `invalid-policy`. */
export class PolicyRefused extends HeddleError {
  readonly policy: string
  constructor(code: 'unknown-policy' | 'invalid-policy', policy: string, message: string) {
    super(code, message)
    this.policy = policy
  }
}

/**
 * Settings with a policy laid over them, as it is written on the command line: a strategy, for `keepFirstPair` with what it
 * keeps, then settings: `rollingWindow`, `keepFirstPair:half`, `rollingWindow,lowWater=0.4,shares.files=0.2`,
 * `pressure=1`. Throws PolicyRefused with the nearest strategy, and UnknownSetting and InvalidSetting as settings do.
 */
export function withPolicy(text: string, settings: Settings): Settings {
  const items = text.split(/,(?=\s*[A-Za-z])/).map((item) => item.trim())
  const where = `policy ${text}`
  let all = settings as unknown as JsonObject
  const changed = new Set<string>()
  for (const [at, item] of items.entries()) {
    for (const [key, value] of at === 0 && !item.includes('=') ? preset(item, text) : [assignment(item, text)]) {
      const path = parseKey(key, where)
      if (!Object.hasOwn(defaultCallSettings, path[0])) throw refused(text, `${path[0]} is no part of a policy.`)
      all = withValue(all as SettingsOfLevel, path, parseValue(value))
      changed.add(path[0])
    }
  }
  const checked = checkSettings(Object.fromEntries([...changed].map((name) => [name, all[name]])), where)
  return { ...settings, ...(checked as Partial<CallSettings>) }
}

/** A strategy as settings. */
function preset(item: string, text: string): [string, string][] {
  const [strategy = '', keep] = item.split(':', 2)
  const strategies = (z.toJSONSchema(settingRules.truncationStrategy.schema).enum ?? []).map(String)
  if (!strategies.includes(strategy)) {
    const meant = nearest(strategy, strategies)
    const hint = meant ? `Did you mean ${meant}?` : `Known are ${strategies.join(', ')}.`
    const message = `There is no policy ${JSON.stringify(strategy)}. ${hint} A setting is written NAME=VALUE.`
    throw new PolicyRefused('unknown-policy', text, message)
  }
  if (keep === undefined) return [['truncationStrategy', strategy]]
  if (strategy !== 'keepFirstPair') throw refused(text, `:${keep} goes with keepFirstPair alone.`)
  return [
    ['truncationStrategy', strategy],
    ['keep', keep],
  ]
}

function assignment(item: string, text: string): [string, string] {
  const at = item.indexOf('=')
  if (at < 1) throw refused(text, `${JSON.stringify(item)} is no setting; one is written NAME=VALUE.`)
  return [item.slice(0, at).trim(), item.slice(at + 1).trim()]
}

function refused(text: string, what: string): PolicyRefused {
  return new PolicyRefused('invalid-policy', text, `policy ${text}: ${what}`)
}
