import type { Entry, ExportedNode } from '../format.ts'

/** The version of the export that is written, and the newest that is read. */
export const exportVersion = 1

/**
 * Entries as the lines of an export, each with its end, in the same order; see docs/export.md. Reading them gives the
 * same entries again. Problems are not written.
 */
export async function* exportLines(entries: AsyncIterable<Entry | ExportedNode>): AsyncIterable<string> {
  for await (const entry of entries) {
    if (entry.kind === 'conversation') yield `${JSON.stringify({ heddle: exportVersion, ...entry })}\n`
    else if (entry.kind !== 'problem') yield `${JSON.stringify(entry)}\n`
  }
}
