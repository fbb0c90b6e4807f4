import type { Json, JsonObject } from '../../core/content/json.ts'
import type { SettingPath } from './key.ts'
import {
  addingSettings,
  defaultSettings,
  nestedSettings,
  type SettingName,
  type Settings,
  type SettingsOfLevel,
  settingNames,
} from './settings.ts'

/** Where a value comes from; each level overrides the one before. */
export type LevelName = 'default' | 'user' | 'workspace' | 'conversation'

/** What one level above the default sets. */
export interface Level {
  readonly name: Exclude<LevelName, 'default'>
  readonly settings: SettingsOfLevel
}

/** One value and the level it comes from. The members of nested settings stand each by itself. */
export interface Origin {
  readonly path: SettingPath
  readonly value: Json
  readonly level: LevelName
}

/** The settings that hold, and where each comes from, in the order of the settings. */
export interface ResolvedSettings {
  readonly values: Settings
  readonly origins: readonly Origin[]
}

/**
 * Lays levels over the default, lowest first. A level's value replaces that of the level before, `shares` as a whole;
 * `models`, `bundle` and `pack` add up, member by member. The levels are checked already.
 */
export function resolveSettings(levels: readonly Level[]): ResolvedSettings {
  let values: Settings = defaultSettings
  const from = new Map<string, LevelName>()
  for (const { name, settings } of levels) {
    const note = (path: SettingPath): void => void from.set(path.join('\n'), name)
    for (const key of settingNames) if (!isAdding(key) && settings[key] !== undefined) note([key])
    const added = addingSettings.map((key) => [key, addUp([key], values[key] as Json, settings[key] as Json, note)])
    values = { ...values, ...settings, ...Object.fromEntries(added) }
  }
  return {
    values,
    origins: settingNames.flatMap((key) =>
      leaves([key], values[key] as Json, nestedSettings[key] ?? 0).map(({ path, value }) => ({
        path,
        value,
        level: from.get(isAdding(key) ? path.join('\n') : key) ?? 'default',
      })),
    ),
  }
}

function isAdding(name: SettingName): boolean {
  return (addingSettings as readonly SettingName[]).includes(name)
}

/** One level's members over those of the levels below; `note` is told the path of each. */
function addUp(
  path: SettingPath,
  below: Json | undefined,
  above: Json | undefined,
  note: (path: SettingPath) => void,
): Json | undefined {
  if (above === undefined) return below
  if (!isObject(above) || path.length > (nestedSettings[path[0] as SettingName] ?? 0)) {
    note(path)
    return above
  }
  const members = isObject(below) ? { ...below } : {}
  for (const [key, value] of Object.entries(above)) {
    const added = addUp([...path, key], members[key], value, note)
    if (added !== undefined) members[key] = added
  }
  return members
}

function leaves(path: SettingPath, value: Json, depth: number): { path: SettingPath; value: Json }[] {
  const members = Object.entries(depth > 0 && isObject(value) ? value : {})
  if (members.length === 0) return [{ path, value }]
  return members.flatMap(([key, held]) => (held === undefined ? [] : leaves([...path, key], held, depth - 1)))
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
