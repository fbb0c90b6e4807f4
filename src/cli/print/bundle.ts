import type { CompileStats } from '../../bundles/compile.ts'
import type { Style } from '../context.ts'
import { count, counted, measureName } from './figures.ts'
import { sanitizeLine } from './sanitize.ts'
import { table } from './table.ts'

/** How many paths of one kind are named. */
const named = 10

/** What became of a bundle's items. */
export function compiledLines(stats: CompileStats, measure: string, style: Style): string[] {
  const { included, characters, tokens, truncated, skipped, missing, excluded, wrapDropped } = stats
  const size = tokens === undefined ? '' : `${style.bold(count(tokens))} ${measureName(measure)}, `
  return [
    `${counted(included.length, 'item')}: ${size}${count(characters)} characters`,
    ...listed('cut to fit', truncated, style),
    ...listed('did not fit', skipped, style),
    ...listed(
      'missing',
      missing.map(({ path, cause }) => `${path} (${cause})`),
      style,
    ),
    ...listed(
      'excluded headings',
      Object.entries(excluded).map(([pattern, sections]) => `${pattern} (${count(sections)})`),
      style,
    ),
    ...(wrapDropped ? [style.yellow('the template -1 alone is over the limit and was left out')] : []),
  ]
}

/** What a bundle is made of, and after `-` what is kept out of it; then an empty line. */
export function itemLines(items: { readonly [item: string]: boolean }, style: Style): string[] {
  const lines = Object.entries(items).map(([item, is]) => `${is ? '+' : style.dim('-')} ${sanitizeLine(item)}`)
  return [...(lines.length === 0 ? [style.dim('no items')] : lines), '']
}

/** A setting that holds for a bundle, and the level that it comes from. */
export interface BundleOption {
  readonly option: string
  readonly value: unknown
  readonly from: string
}

/** The settings that hold for a bundle, as a table. */
export function optionLines(
  options: readonly BundleOption[],
  { style, width }: { readonly style: Style; readonly width: number | undefined },
): string[] {
  return table(
    options,
    [
      { title: 'option', value: ({ option }) => option },
      {
        title: 'value',
        value: ({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)),
        flexible: true,
        style: style.bold,
      },
      {
        title: 'from',
        value: ({ from }) => from,
        style: (cell, { from }) => (from === 'default' ? style.dim(cell) : style.green(cell)),
      },
    ],
    { width, head: style.dim },
  )
}

function listed(title: string, paths: readonly string[], style: Style): string[] {
  if (paths.length === 0) return []
  const more = paths.length > named ? `, and ${count(paths.length - named)} more` : ''
  return [style.dim(`${title}: ${paths.slice(0, named).map(sanitizeLine).join(', ')}${more}`)]
}
