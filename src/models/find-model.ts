import type { ModelOverride, ModelOverrides } from './model-overrides.ts'
import type { ModelRow } from './table/row.ts'

/** A reference taken apart, in lower case: `anthropic:claude-sonnet-4-5` names a provider, a bare name none. */
export interface Reference {
  readonly provider: string | undefined
  readonly name: string
}

/** What follows a known name in the name of a version of it: a date, a revision, or a tag. A version number does not. */
const version = /^(?:[-@]\d{4}-?\d\d-?\d\d|-\d\d-\d{2,4}|-\d{3,4}|[-@]latest|-preview|-exp|[:@][^/]+)(?=$|[-:@])/

/** Takes a reference apart. `PROVIDER:NAME` and `PROVIDER/NAME` name a provider that is known; `llama3.3:70b` is a name with a tag. */
export function parseReference(reference: string, providers: ReadonlyMap<string, string>): Reference {
  const folded = reference.trim().toLowerCase()
  const at = folded.search(/[:/]/)
  const provider = at < 1 ? undefined : providers.get(folded.slice(0, at))
  const name = folded.slice(at + 1)
  return provider === undefined || name === '' ? { provider: undefined, name: folded } : { provider, name }
}

/** The row of the longest name that the reference is, or is a version of. */
export function findRow({ provider, name }: Reference, rows: readonly ModelRow[]): ModelRow | undefined {
  let best: ModelRow | undefined
  let longest = 0
  for (const row of rows) {
    if (provider !== undefined && provider !== row.facts.provider && provider !== row.maker) continue
    for (const known of row.names) {
      if (known.length > longest && (isVersionOf(name, known) || (row.openEnded && isBranchOf(name, known)))) {
        best = row
        longest = known.length
      }
    }
  }
  return best
}

/**
 * The overrides that speak of a model, the most specific last: for the table's name before the name as it was given, for
 * shorter names before longer, for bare names before those with a provider.
 */
export function findOverrides(
  { provider, name }: Reference,
  row: ModelRow | undefined,
  overrides: ModelOverrides,
  providers: ReadonlyMap<string, string>,
): readonly ModelOverride[] {
  const known = [provider, row?.facts.provider, row?.maker]
  return Object.entries(overrides)
    .map(([key, override]) => ({ ...parseReference(key, providers), override }))
    .filter(
      (key) => key.provider === undefined || known.every((one) => one === undefined) || known.includes(key.provider),
    )
    .map((key) => ({ ...key, direct: isVersionOf(name, key.name) }))
    .filter((key) => key.direct || row?.names.includes(key.name))
    .sort(
      (a, b) =>
        Number(a.direct) - Number(b.direct) ||
        a.name.length - b.name.length ||
        Number(a.provider !== undefined) - Number(b.provider !== undefined),
    )
    .map(({ override }) => override)
}

function isVersionOf(name: string, known: string): boolean {
  return name === known || (name.startsWith(known) && version.test(name.slice(known.length)))
}

function isBranchOf(name: string, known: string): boolean {
  return name.startsWith(`${known}-`) || name.startsWith(`${known}:`)
}
