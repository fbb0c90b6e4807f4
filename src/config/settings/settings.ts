import { z } from 'zod'
import { defaultBundleSettings } from '../../bundles/merge-settings.ts'
import type { BundleOptions } from '../../bundles/settings.ts'
import { sharing } from '../../core/budget.ts'
import { type ModelOverrides, modelOverridesSchema } from '../../models/model-overrides.ts'
import { type ProviderSettings, providerSettingsSchema } from '../../models/providers/settings.ts'
import { type CallSettings, defaultCallSettings } from '../../session/call-request.ts'
import { defaultMaxSteps } from '../../session/turn/turn-request.ts'
import { encodings } from '../../tokenizers/exact.ts'
import type { ToolPermission } from '../../tools/tool.ts'
import { bundleOptionsSchema, optionWords } from '../bundles/schema.ts'
import { type PackSettings, packSettingsSchema } from '../pack/settings.ts'

/** What a person can set. Every setting has a default and may be set at each level. */
export interface Settings extends CallSettings {
  /** `provider:model`. */
  readonly model: string
  /** How sizes are counted; null: as the model counts. */
  readonly measure: string | null
  /** Facts about models, over those of the table, by `provider:model`. Levels add up, fact by fact. */
  readonly models: ModelOverrides
  /** How providers are reached, over what is built in, by the name in front of a model's. Levels add up. */
  readonly providers: ProviderSettings
  /** Whether tools may run, by their names; a tool that is not named has a default of its own. Levels add up. */
  readonly tools: { readonly [name: string]: ToolPermission }
  /** How many calls a turn may take. */
  readonly maxSteps: number
  /** What holds for every bundle that does not say otherwise. Levels add up. */
  readonly bundle: BundleOptions
  /** What `heddle pack` does where no flag says otherwise; the names are those of its flags. Levels add up. */
  readonly pack: PackSettings
}

/** The name of a setting. */
export type SettingName = keyof Settings

/** What one level sets. */
export type SettingsOfLevel = { readonly [name in SettingName]?: Settings[name] }

/** The values where no level says anything. */
export const defaultSettings: Settings = {
  model: 'anthropic:claude-sonnet-4-5',
  ...defaultCallSettings,
  measure: null,
  models: {},
  providers: {},
  tools: {},
  maxSteps: defaultMaxSteps,
  bundle: defaultBundleSettings,
  pack: {},
}

/** The settings that are objects, and how deep their members stand by themselves. */
export const nestedSettings: { readonly [name in SettingName]?: number } = {
  shares: 1,
  models: 2,
  providers: 2,
  tools: 1,
  bundle: 2,
  pack: 1,
}

/** The nested settings to which each level adds; of others a level's value replaces that of the level before. */
export const addingSettings: readonly ('models' | 'providers' | 'tools' | 'bundle' | 'pack')[] = [
  'models',
  'providers',
  'tools',
  'bundle',
  'pack',
]

/** The names of all settings, in the order in which they are listed. */
export const settingNames: readonly SettingName[] = Object.keys(defaultSettings) as SettingName[]

const share = z.number().min(0).max(1)
const fraction = z.number().min(0.05).max(1)

/** What a setting takes: a schema for programs, and the same in words, for some also by member. */
interface SettingRule {
  readonly schema: z.ZodType
  readonly allowed: string
  readonly members?: { readonly [member: string]: string }
}

/** What each setting takes. */
export const settingRules: { readonly [name in SettingName]: SettingRule } = {
  model: {
    schema: z.string().regex(/^[^\s:]+:\S+$/),
    allowed: 'provider:model, such as anthropic:claude-sonnet-4-5',
  },
  underPressure: { schema: z.enum(['truncate', 'compact']), allowed: 'one of truncate, compact' },
  truncationStrategy: {
    schema: z.enum(['truncateMiddle', 'rollingWindow', 'keepFirstPair', 'stopAtLimit']),
    allowed: 'one of truncateMiddle, rollingWindow, keepFirstPair, stopAtLimit',
  },
  minimumRecentNodes: { schema: z.int().min(1), allowed: 'a whole number from 1 on' },
  keep: {
    schema: z.enum(['auto', 'half', 'quarter', 'lastTwo', 'none']),
    allowed: 'one of auto, half, quarter, lastTwo, none',
  },
  tokenBuffer: { schema: z.int().min(0), allowed: 'a whole number from 0 on' },
  safety: {
    schema: z.number().min(0).lt(1).nullable(),
    allowed: 'a fraction from 0 up to but without 1, or null for the rule (0 where the tokenizer is exact, else 0.05)',
  },
  pressure: { schema: fraction, allowed: 'a fraction from 0.05 to 1' },
  lowWater: { schema: fraction, allowed: 'a fraction from 0.05 to 1' },
  repeats: { schema: fraction, allowed: 'a fraction from 0.05 to 1' },
  filesInWork: { schema: z.int().min(0), allowed: 'a whole number from 0 on' },
  shares: {
    schema: z
      .strictObject(Object.fromEntries(sharing.map((section) => [section, share.optional()])))
      .refine((shares) => Object.values(shares).reduce((sum: number, each) => sum + (each ?? 0), 0) <= 1 + 1e-9),
    allowed: `an object of fractions with a sum of 1 or less, for ${sharing.join(', ')}`,
  },
  bundles: { schema: z.array(z.string().min(1)), allowed: 'a list of names of bundles' },
  bufferModeSystemContext: { schema: z.boolean(), allowed: 'true or false' },
  measure: {
    schema: z
      .string()
      .regex(new RegExp(`^(characters|estimate(\\*\\d+(\\.\\d+)?)?|${encodings.join('|')})$`))
      .nullable(),
    allowed: `one of characters, estimate, estimate*FACTOR, ${encodings.join(', ')}, or null for the model's own`,
  },
  models: {
    schema: modelOverridesSchema,
    allowed: 'an object of model facts by provider:model, such as {"local:mine":{"window":32768}}',
  },
  providers: {
    schema: providerSettingsSchema,
    allowed:
      'an object of addresses by provider, such as {"mine":{"baseUrl":"http://127.0.0.1:9000/v1"}}, with the name of the key\'s variable in keyFrom, never the key',
  },
  tools: {
    schema: z.record(z.string().min(1), z.enum(['allow', 'ask', 'deny'])),
    allowed: 'an object of allow, ask or deny by the name of a tool, such as {"run_command":"deny"}',
  },
  maxSteps: { schema: z.int().min(1), allowed: 'a whole number from 1 on' },
  bundle: {
    schema: bundleOptionsSchema,
    allowed: 'an object of options of bundles, such as {"link_depth":1}',
    members: optionWords,
  },
  pack: { schema: packSettingsSchema, allowed: 'an object of flags of heddle pack, such as {"format":"xml"}' },
}
