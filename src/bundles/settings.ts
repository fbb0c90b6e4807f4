/** What stands before and after an item, or with the key `-1` before and after everything. */
export interface Template {
  readonly before: string
  readonly after: string
}

/**
 * How a bundle is read and compiled. The names are those of bundle files.
 *
 * - `link_depth`: how many links away from its items a bundle reaches. Default 0.
 * - `inlinks`: whether files that link to an item count as linked. Default false.
 * - `excluded_headings`: globs on the titles of headings in notes; their sections are left out. Default none.
 * - `max_len`: the most characters (code points) of what is compiled; null (the default) for no limit.
 * - `max_tokens`: the same in tokens of the measure it is compiled with. Both may be set.
 * - `templates`: by depth (`"0"`, `"1"`, …) and `"-1"` for the whole. Default none.
 * - `follow_links_in_excluded`: whether links in sections that are left out are followed. Default true.
 * - `list_skipped`: names of what was left out, at the end, as far as they fit. Default false.
 * - `order`: of a snapshot, within a depth: by `size`, shortest first, or as the items were listed. Default `size`.
 */
export interface BundleSettings {
  readonly link_depth: number
  readonly inlinks: boolean
  readonly excluded_headings: readonly string[]
  readonly max_len: number | null
  readonly max_tokens: number | null
  readonly templates: { readonly [depth: string]: Template }
  readonly follow_links_in_excluded: boolean
  readonly list_skipped: boolean
  readonly order: 'size' | 'listing'
}

/** Settings of one level; what is absent comes from the level below. */
export type BundleOptions = { readonly [Key in keyof BundleSettings]?: BundleSettings[Key] | undefined }
