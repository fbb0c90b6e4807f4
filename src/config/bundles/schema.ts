import { z } from 'zod'
import { type Bundle, isBundleName } from '../../bundles/bundle.ts'
import type { BundleOptions, BundleSettings } from '../../bundles/settings.ts'

const template = z.strictObject({ before: z.string().default(''), after: z.string().default('') })

/** The options of a bundle, as they stand in settings and files. */
export const bundleOptionsSchema: z.ZodType<BundleOptions> = z.strictObject({
  link_depth: z.int().min(0).max(100).optional(),
  inlinks: z.boolean().optional(),
  excluded_headings: z.array(z.string()).optional(),
  max_len: z.int().min(1).nullable().optional(),
  max_tokens: z.int().min(1).nullable().optional(),
  templates: z.record(z.string().regex(/^(-1|0|[1-9]\d*)$/), template).optional(),
  follow_links_in_excluded: z.boolean().optional(),
  list_skipped: z.boolean().optional(),
  order: z.enum(['size', 'listing']).optional(),
})

/** What each option takes, in words. */
export const optionWords: { readonly [name in keyof BundleSettings]: string } = {
  link_depth: 'a whole number from 0 to 100',
  inlinks: 'true or false',
  excluded_headings: 'a list of globs on titles, such as ["Private", "Draft*"]',
  max_len: 'a whole number of characters from 1 on, or null for no limit',
  max_tokens: 'a whole number of tokens from 1 on, or null for no limit',
  templates:
    'texts "before" and "after" by depth (0, 1, …; -1 for the whole), such as {"0":{"before":"## {{ITEM_PATH}}"}}',
  follow_links_in_excluded: 'true or false',
  list_skipped: 'true or false',
  order: 'one of size, listing',
}

const items = z.union([
  z.record(z.string().min(1), z.boolean()),
  z.array(z.string().min(1)).transform((list) => Object.fromEntries(list.map((item) => [item, true]))),
])

/** A bundle as it stands in a file: `items` as a map or a list, `opts`; or in the words of its source, `context_items`, `context_opts`. */
export const bundleFileSchema: z.ZodType<
  { readonly key?: string; readonly name?: string } & Pick<Bundle, 'items' | 'opts'>
> = z
  .strictObject({
    key: z.string().min(1).optional(),
    name: z.string().refine(isBundleName).optional(),
    items: items.optional(),
    opts: bundleOptionsSchema.optional(),
    context_items: items.optional(),
    context_opts: bundleOptionsSchema.optional(),
  })
  .refine(({ items, context_items }) => items === undefined || context_items === undefined, { path: ['context_items'] })
  .refine(({ opts, context_opts }) => opts === undefined || context_opts === undefined, { path: ['context_opts'] })
  .transform(({ key, name, ...held }) => ({
    ...(key === undefined ? {} : { key }),
    ...(name === undefined ? {} : { name }),
    items: held.items ?? held.context_items ?? {},
    opts: held.opts ?? held.context_opts ?? {},
  }))
