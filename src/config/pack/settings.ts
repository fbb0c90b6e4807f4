import { z } from 'zod'
import { packFormats } from '../../bundles/pack/formats/pack-format.ts'

const globs = z.union([z.string().min(1), z.array(z.string().min(1))])

/** What the flags of `heddle pack` say, under their names. */
export const packSettingsSchema: z.ZodType<PackSettings> = z.strictObject({
  include: globs.optional(),
  exclude: globs.optional(),
  format: z.enum(packFormats).optional(),
  'line-numbers': z.boolean().optional(),
  compress: z.boolean().optional(),
  secrets: z.boolean().optional(),
  all: z.boolean().optional(),
  cache: z.boolean().optional(),
  measure: z.string().min(1).optional(),
  budget: z.int().min(1).optional(),
  split: z.int().min(1).optional(),
})

/** Flags of `heddle pack` that a person may set for good. */
export interface PackSettings {
  /** One glob or several. */
  readonly include?: string | readonly string[] | undefined
  readonly exclude?: string | readonly string[] | undefined
  readonly format?: (typeof packFormats)[number] | undefined
  readonly 'line-numbers'?: boolean | undefined
  readonly compress?: boolean | undefined
  /** Whether files with secrets are left out. */
  readonly secrets?: boolean | undefined
  /** Lock files and generated files, too. */
  readonly all?: boolean | undefined
  /** Whether what was counted is kept between runs. */
  readonly cache?: boolean | undefined
  readonly measure?: string | undefined
  readonly budget?: number | undefined
  readonly split?: number | undefined
}
