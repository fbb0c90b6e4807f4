import type { Json } from '../../core/content/json.ts'
import type { Outcome } from '../../history/calls/outcome.ts'
import type { ToolTrace } from '../../history/calls/tool-trace.ts'
import type { CallFilter } from '../../stores/call-store.ts'
import type { Store } from '../../stores/store.ts'

/** A command that a turn ran. `exitCode` as it ended. */
export interface RanCommand {
  readonly name: string
  /** Its command line, cut where it is long; null where the tool takes none. */
  readonly command: string | null
  readonly exitCode: number
}

/** A file that a turn changed, and by how many lines. */
export interface ChangedFile {
  readonly path: string
  readonly added: number
  readonly removed: number
}

/** A person's word with what was run and written in the turn up to its call: it is attached by itself. */
export interface Given extends Outcome {
  /** The node with the answer. */
  readonly node: string | null
  /** It is the latest on its call. */
  readonly counts: boolean
  readonly commands: readonly RanCommand[]
  /** By path; what several calls changed in a file is added up. */
  readonly changes: readonly ChangedFile[]
}

/** So many calls of a turn are looked at. */
const mostOfTurn = 200
/** So much of a command line is kept, in UTF-16 units. */
const longestCommand = 200

/** What people said, newest first, with what goes with it. Reads the calls of each turn that is named, and their tool traces. */
export async function givenFeedback(
  store: Store,
  filter: Omit<CallFilter, 'run' | 'model'>,
): Promise<readonly Given[]> {
  const seen = new Set<string>()
  const given: Given[] = []
  for (const outcome of await store.outcomes(filter)) {
    const call = await store.call(outcome.call)
    const turn = call === undefined ? [] : await store.calls({ run: call.run, limit: mostOfTurn })
    const before = turn.filter(({ step }) => step <= (call?.step ?? 0)).map(({ id }) => id)
    const traces = before.length === 0 ? [] : await store.toolTraces(before)
    given.push({
      ...outcome,
      node: call?.node ?? null,
      counts: !seen.has(outcome.call),
      commands: traces.flatMap(commandOf),
      changes: changesIn(traces),
    })
    seen.add(outcome.call)
  }
  return given
}

function commandOf({ name, input, exitCode }: ToolTrace): RanCommand[] {
  if (exitCode === null) return []
  return [{ name, command: commandLine(input), exitCode }]
}

function commandLine(input: Json): string | null {
  if (typeof input !== 'object' || input === null || !('command' in input)) return null
  const { command } = input
  return typeof command === 'string' ? command.slice(0, longestCommand).toWellFormed() : null
}

function changesIn(traces: readonly ToolTrace[]): ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const { path, diff } of traces.flatMap(({ changes }) => changes)) {
    const was = files.get(path) ?? { path, added: 0, removed: 0 }
    const { added, removed } = linesOf(diff)
    files.set(path, { path, added: was.added + added, removed: was.removed + removed })
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** The lines that a unified diff adds and takes away. Its head, above the first `@@`, is none of them. */
function linesOf(diff: string): { readonly added: number; readonly removed: number } {
  const lines = diff.split('\n')
  const hunks = lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => line.startsWith('@@')),
    ),
  )
  return {
    added: hunks.filter((line) => line.startsWith('+')).length,
    removed: hunks.filter((line) => line.startsWith('-')).length,
  }
}
