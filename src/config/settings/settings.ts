import { z } from 'zod'
import { type Shares, sharing } from '../../core/budget.ts'
import type { HistoryKeep, HistoryStrategy } from '../../core/plan-input.ts'
import { type ModelOverrides, modelOverridesSchema } from '../../models/model-overrides.ts'
import { defaultCallSettings, type UnderPressure } from '../../session/call-request.ts'
import { encodings } from '../../tokenizers/exact.ts'

/** What a person can set. Every setting has a default and may be set at each level. */
export interface Settings {
  /** `provider:model`. */
  readonly model: string
  /** Whether history that has to go is left out, or a summary is sent in its place. */
  readonly underPressure: UnderPressure
  /** What is done with history that does not fit. */
  readonly truncationStrategy: HistoryStrategy
  /** How many of the last nodes `truncateMiddle` keeps before it fills the beginning. */
  readonly minimumRecentNodes: number
  /** What a cut by `keepFirstPair` leaves of what it has not cut yet. */
  readonly keep: HistoryKeep
  /** Kept free for the answer, in the plan's measure. */
  readonly tokenBuffer: number
  /** The fraction of the window less `tokenBuffer` that is kept back; null: 0 where the tokenizer is exact, else 0.05. */
  readonly safety: number | null
  /** The share of the limit above which what is sent is made smaller: repeats first, then outputs, then history. */
  readonly pressure: number
  /** The share of what history and files may take to which a cut goes down; 1 cuts to the limit. */
  readonly lowWater: number
  /** The share of the limit above which repeats that pay become notices between cuts. */
  readonly repeats: number
  /** Fractions for sections; their sum is at most 1. One setting: a level's shares replace those of the level before. */
  readonly shares: Shares
  /** Whether system text is sent in a conversation of mode `buffer`. */
  readonly bufferModeSystemContext: boolean
  /** How sizes are counted; null: as the model counts. */
  readonly measure: string | null
  /** Facts about models, over those of the table, by `provider:model`. Levels add up, fact by fact. */
  readonly models: ModelOverrides
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
}

/** The names of all settings, in the order in which they are listed. */
export const settingNames: readonly SettingName[] = Object.keys(defaultSettings) as SettingName[]

const share = z.number().min(0).max(1)
const fraction = z.number().min(0.05).max(1)

/** What each setting takes: a schema for programs, and the same in words. */
export const settingRules: {
  readonly [name in SettingName]: { readonly schema: z.ZodType; readonly allowed: string }
} = {
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
  shares: {
    schema: z
      .strictObject(Object.fromEntries(sharing.map((section) => [section, share.optional()])))
      .refine((shares) => Object.values(shares).reduce((sum: number, each) => sum + (each ?? 0), 0) <= 1 + 1e-9),
    allowed: `an object of fractions with a sum of 1 or less, for ${sharing.join(', ')}`,
  },
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
}
