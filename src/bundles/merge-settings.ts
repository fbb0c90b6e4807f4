import type { BundleOptions, BundleSettings, Template } from './settings.ts'

/** What holds where no level says anything. */
export const defaultBundleSettings: BundleSettings = {
  link_depth: 0,
  inlinks: false,
  excluded_headings: [],
  max_len: null,
  max_tokens: null,
  templates: {},
  follow_links_in_excluded: true,
  list_skipped: false,
  order: 'size',
}

/**
 * The settings of a collection, of a bundle and of a call put together: the call's first, then the bundle's, then the
 * collection's, then the default. Whatever is not undefined overrides, 0, false, null and [] too. Lists replace; templates
 * merge by depth, each as a whole.
 */
export function mergeSettings(
  collection: BundleOptions = {},
  bundle: BundleOptions = {},
  call: BundleOptions = {},
): BundleSettings {
  const levels = [collection, bundle, call].map(present)
  const templates = levels.map((level): { readonly [depth: string]: Template } => present(level.templates ?? {}))
  return Object.assign({}, defaultBundleSettings, ...levels, { templates: Object.assign({}, ...templates) })
}

function present<Level extends object>(level: Level): Level {
  return Object.fromEntries(Object.entries(level).filter(([, value]) => value !== undefined)) as Level
}
