/** What can be wrong with a store. */
export type FindingKind =
  | 'empty-file'
  | 'header'
  | 'truncated'
  | 'schema'
  | 'pages'
  | 'references'
  | 'contents'
  | 'documents'
  | 'plan-documents'
  | 'branches'
  | 'branch-facts'
  | 'calls'
  | 'node-links'
  | 'node-hashes'
  | 'figures'
  | 'file-mode'
  | 'network-file-system'
  | 'copies'

/** Something that was found: how often, in words, and a few of the things it is about. */
export interface Finding {
  readonly kind: FindingKind
  readonly count: number
  readonly message: string
  readonly examples: readonly string[]
}

/** What a check of a store came to. */
export interface StoreCheck {
  readonly path: string
  /** Nothing is wrong. Notes do not count. */
  readonly healthy: boolean
  /** Null where it cannot be told. */
  readonly schema: number | null
  readonly nodes: number
  readonly contents: number
  /** Contents that a person purged, and those that a repair could not read: both are known, and no fault. */
  readonly purged: number
  readonly lost: number
  readonly findings: readonly Finding[]
  /** What a person should know, though nothing is wrong with the store itself. */
  readonly notes: readonly Finding[]
}

/** How many examples a finding has at the most. */
const mostExamples = 5

/** Collects findings of one kind while they are met. */
export interface Tally {
  add(example: string): void
  /** The finding, if there is anything; the message may use the count. */
  findings(kind: FindingKind, message: (count: number) => string): Finding[]
}

/** Counts, and keeps the first few examples. */
export function tally(): Tally {
  let count = 0
  const examples: string[] = []
  return {
    add: (example) => {
      count++
      if (examples.length < mostExamples) examples.push(example)
    },
    findings: (kind, message) => (count === 0 ? [] : [{ kind, count, message: message(count), examples }]),
  }
}

/** A number and its noun. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
