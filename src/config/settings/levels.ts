import type { Json, JsonObject } from '../../core/content/json.ts'
import type { ModelOverride, ModelOverrides } from '../../models/model-overrides.ts'
import type { SettingPath } from './key.ts'
import { defaultSettings, type Settings, type SettingsOfLevel, settingNames } from './settings.ts'

/** Where a value comes from; each level overrides the one before. */
export type LevelName = 'default' | 'user' | 'workspace' | 'conversation'

/** What one level above the default sets. */
export interface Level {
  readonly name: Exclude<LevelName, 'default'>
  readonly settings: SettingsOfLevel
}

/** One value and the level it comes from. The members of `shares` and the facts in `models` stand each by itself. */
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
 * `models` add up, fact by fact. The levels are checked already.
 */
export function resolveSettings(levels: readonly Level[]): ResolvedSettings {
  let values: Settings = defaultSettings
  const from = new Map<string, LevelName>()
  for (const { name, settings } of levels) {
    const models = addModels(values.models, settings.models ?? {}, (path) => from.set(path, name))
    for (const key of settingNames) if (key !== 'models' && settings[key] !== undefined) from.set(key, name)
    values = { ...values, ...settings, models }
  }
  return {
    values,
    origins: settingNames.flatMap((key) =>
      leavesOf(key, values[key] as Json).map(({ path, value }) => ({
        path,
        value,
        level: from.get(key === 'models' ? path.join('\n') : key) ?? 'default',
      })),
    ),
  }
}

function addModels(below: ModelOverrides, above: ModelOverrides, note: (path: string) => void): ModelOverrides {
  const models: { [model: string]: ModelOverride } = { ...below }
  for (const [model, facts] of Object.entries(above)) {
    models[model] = { ...models[model], ...facts }
    for (const fact of Object.keys(facts)) note(['models', model, fact].join('\n'))
  }
  return models
}

function leavesOf(key: string, value: Json): { readonly path: SettingPath; readonly value: Json }[] {
  const depth = key === 'models' ? 2 : key === 'shares' ? 1 : 0
  return leaves([key], value, depth)
}

function leaves(path: SettingPath, value: Json, depth: number): { path: SettingPath; value: Json }[] {
  const members = Object.entries(depth > 0 ? (value as JsonObject) : {})
  if (members.length === 0) return [{ path, value }]
  return members.flatMap(([key, held]) => (held === undefined ? [] : leaves([...path, key], held, depth - 1)))
}
