import type { Json, JsonObject } from '../../core/content/json.ts'
import { checkName } from './check.ts'
import { nestedSettings, type SettingsOfLevel } from './settings.ts'

/** The way to a value: a setting, for a nested one a member, for `models` a model and a fact, for `bundle` as deep as it goes. */
export type SettingPath = readonly [string, ...string[]]

/**
 * Reads a key of the command line: `tokenBuffer`, `shares.history`, `bundle.templates.0.before`, `models.openai:gpt-4.1.window`. A model's name may hold
 * dots: what stands behind the last one is the fact, unless it begins with a digit. `where` opens the message of an error.
 * Throws UnknownSetting.
 */
export function parseKey(text: string, where = 'config'): SettingPath {
  const dot = text.indexOf('.')
  const name = dot < 0 ? text : text.slice(0, dot)
  const depth = Object.entries(nestedSettings).find(([key]) => key === name)?.[1] ?? 0
  if (dot < 0 || depth === 0) return [checkName(text, where)]
  const rest = text.slice(dot + 1)
  if (name === 'bundle') return [name, ...rest.split('.')]
  const last = rest.lastIndexOf('.')
  if (depth === 1 || last < 0 || /^\d/.test(rest.slice(last + 1))) return [name, rest]
  return [name, rest.slice(0, last), rest.slice(last + 1)]
}

/** A path as it is written on the command line. */
export function formatKey(path: SettingPath): string {
  return path.join('.')
}

/** The value of a word on the command line: JSON where it is JSON, else the word itself. */
export function parseValue(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** The value at a path, or undefined. */
export function valueAt(settings: SettingsOfLevel, path: SettingPath): Json | undefined {
  let value: Json | undefined = settings as JsonObject
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return value
}

/** The settings with a value at a path; without what stands there if the value is undefined. Not checked. */
export function withValue(settings: SettingsOfLevel, path: SettingPath, value: Json | undefined): JsonObject {
  return place(settings as JsonObject, path, value) ?? {}
}

/** Objects that become empty go too. */
function place(object: JsonObject, [key, ...rest]: readonly string[], value: Json | undefined): JsonObject | undefined {
  if (key === undefined) return object
  const inner = Object.hasOwn(object, key) ? object[key] : undefined
  const next = rest.length === 0 ? value : place(isObject(inner) ? inner : {}, rest, value)
  const entries = Object.entries(object).filter(([name]) => name !== key)
  if (next !== undefined) entries.push([key, next])
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
