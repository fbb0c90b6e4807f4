import type { Summariser, SummaryRefusal, SummaryRequest } from '../summariser.ts'
import { fileLine } from '../touched-files.ts'
import { candidateLines } from './candidate-lines.ts'
import { failedCalls } from './failed-calls.ts'
import { fitLines } from './fit-lines.ts'
import { byPlace, type Line } from './line.ts'
import { orderedLines } from './ordered-lines.ts'
import { spokenIn } from './spoken.ts'

/**
 * A summary of sentences that people and models wrote, chosen without a model: those that share the most words with
 * others, by what they do, in their order, under the fixed headings. Never over the limit; empty where nothing fits or
 * nothing was said. What must stand word for word does, or there is a refusal. The same request gives the same text.
 */
export function extractiveSummary(request: SummaryRequest): string | SummaryRefusal {
  const said = candidateLines(spokenIn(request.nodes))
  const known = new Set(request.files.map(({ path }) => path))
  const still = said.filter(({ heading, text }) => heading !== 'files' || !known.has(text.split(': ')[0] ?? ''))
  const lines = [...still, ...failedCalls(request.nodes)].sort(byPlace)
  return fitLines(
    { ...orderedLines(lines), files: fileLines(still, request) },
    { ...request, verbatim: [...new Set(request.verbatim)].filter((text) => text.trim() !== '') },
  )
}

/** Files that were written first, then by what was touched last; those of an earlier summary behind them. */
function fileLines(said: readonly Line[], { files, nodes }: SummaryRequest): (Line & { words: ReadonlySet<string> })[] {
  const words: ReadonlySet<string> = new Set()
  const touched = files.map((file, at) => ({
    heading: 'files' as const,
    text: fileLine(file),
    place: [nodes.length, at] as const,
    weight: file.writes > 0 || file.last === 'failed-write' ? 1 : 0,
    words,
  }))
  const before = said.filter(({ heading }) => heading === 'files').map((line) => ({ ...line, words }))
  return [
    ...touched.toSorted((a, b) => b.weight - a.weight || byPlace(b, a)),
    ...before.toSorted((a, b) => byPlace(b, a)),
  ]
}

/** The writer that needs no model. Its id changes with what it writes. */
export const extractiveSummariser: Summariser = {
  id: 'extractive-1',
  summarise: async (request) => extractiveSummary(request),
}
