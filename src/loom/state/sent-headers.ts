import type { Digest } from '../../core/content/digest.ts'

/** The line above each node, by its id. */
export type Headers = { readonly [node: string]: string }

/** What a branch remembers of the headers it sent: the document that holds them, and the nodes in sending order. */
export interface HeaderState {
  readonly headers: Digest
  readonly sent: readonly string[]
}

/**
 * The nodes whose headers must stay as they are: those at the beginning of what is sent now that stood in the same places
 * before. Behind the first difference the provider's cached prefix is lost anyway, and headers may tell what is new.
 */
export function unchangedStart(before: readonly string[], now: readonly string[]): ReadonlySet<string> {
  const end = now.findIndex((node, at) => before[at] !== node)
  return new Set(end === -1 ? now : now.slice(0, end))
}
