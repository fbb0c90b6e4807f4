import type { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import type { BranchEntry, ConversationEntry, Entry, Format, NodeEntry, ProblemEntry, TextSource } from '../format.ts'
import { maxDepth } from '../json.ts'
import { jsonLines, leftOut } from '../json-lines.ts'
import { describeShape, isObject } from '../shape.ts'
import { exportVersion } from './export.ts'
import { branchShape, conversationShape, edgeShape, nodeShape, pruneShape, selectShape } from './shapes.ts'

/** A tool call's input may be as deep as any JSON that is read; in a line of an export it stands some levels deeper. */
const depth = maxDepth + 10

/** Heddle's own export: a conversation, its nodes in the order in which they were written, its branches and prunes. */
export const heddle: Format = {
  name: 'heddle',
  about: 'Heddle export (JSONL)',
  matches: ({ first }) => isObject(first) && typeof first.heddle === 'number' && first.kind === 'conversation',
  read,
}

/** What is known of a conversation that was opened. */
interface Open {
  readonly entry: ConversationEntry
  readonly keys: Set<string>
  readonly branches: Set<string>
  last: string | null
}

async function* read(source: TextSource): AsyncIterable<Entry> {
  const opened = new Map<string, Open>()
  let open: Open | undefined
  for await (const line of jsonLines(source.lines(), { depth })) {
    if (line.kind === 'problem') {
      yield line
      continue
    }
    const { value, number } = line
    if (isObject(value) && value.kind === 'conversation') {
      const entry = opening(value, number)
      if (entry.kind === 'problem') {
        yield entry
        open = undefined
        continue
      }
      open = opened.get(entry.key) ?? { entry, keys: new Set(), branches: new Set(), last: null }
      opened.set(entry.key, open)
      yield open.entry
    } else if (open) {
      yield* entryOf(value, number, open)
    } else {
      yield leftOut(number, 'it belongs to no conversation that was taken in')
    }
  }
}

function opening(value: Json, line: number): ConversationEntry | ProblemEntry {
  const version = isObject(value) ? value.heddle : undefined
  if (typeof version !== 'number' || version > exportVersion) {
    return leftOut(line, `it was written by a newer Heddle (export ${String(version)}); read it with that one`)
  }
  return parsed(conversationShape, value, line)
}

function* entryOf(value: Json, line: number, open: Open): Iterable<Entry> {
  const kind = isObject(value) ? value.kind : undefined
  if (kind === 'node') {
    const node = parsed(nodeShape, value, line)
    if (node.kind === 'problem') yield node
    else yield* placed(node, line, open)
  } else if (kind === 'branch') {
    const branch = parsed(branchShape, value, line)
    yield branch.kind === 'problem' ? branch : checked(branch, line, open)
  } else if (kind === 'edge') {
    const edge = parsed(edgeShape, value, line)
    yield edge.kind === 'problem'
      ? edge
      : (missingFrom([edge.target, ...edge.sources.map(({ key }) => key)], line, open) ?? edge)
  } else if (kind === 'select') {
    const select = parsed(selectShape, value, line)
    const keys =
      select.kind === 'problem' ? [] : [select.target, ...(select.source === undefined ? [] : [select.source])]
    const isOfBranch = select.kind === 'problem' || open.branches.has(select.branch)
    yield isOfBranch
      ? (missingFrom(keys, line, open) ?? select)
      : leftOut(line, `its branch "${select.branch}" is not in this file`)
  } else if (kind === 'prune') {
    const prune = parsed(pruneShape, value, line)
    const known = prune.kind === 'problem' || open.keys.has(prune.key)
    yield known ? prune : leftOut(line, `its node ${prune.key} is not in this file`)
  } else {
    yield leftOut(line, `its kind "${String(kind)}" is not known`)
  }
}

/** The node at a place that is there; what it names and is not there is left out of it. */
function* placed(node: NodeEntry, line: number, open: Open): Iterable<Entry> {
  const { keys, last } = open
  if (keys.has(node.key)) {
    yield leftOut(line, `its key ${node.key} was there before`)
    return
  }
  const { sources, editedFrom, ...rest } = node
  const fits = node.parent === null ? keys.size === 0 : keys.has(node.parent)
  if (!fits) {
    const instead = last === null ? 'The node begins the conversation.' : `The node was put behind ${last}.`
    const what =
      node.parent === null ? `${node.key} is a second beginning` : `The parent ${node.parent} is not in this file`
    yield { kind: 'problem', line, message: `${what}. ${instead}` }
  }
  const there = sources?.filter(({ key }) => keys.has(key))
  const missing = (sources?.length ?? 0) - (there?.length ?? 0)
  const version = editedFrom !== undefined && keys.has(editedFrom)
  if (missing > 0 || (editedFrom !== undefined && !version)) {
    yield {
      kind: 'problem',
      line,
      message: `${node.key} names other nodes that are not in this file; it was taken in without them.`,
    }
  }
  keys.add(node.key)
  const parent = fits ? node.parent : last
  open.last = node.key
  yield {
    ...rest,
    parent,
    ...(there === undefined || (missing > 0 && there.length === 0) ? {} : { sources: there }),
    ...(version ? { editedFrom } : {}),
  }
}

/** The problem of a line that names a node which is not there; undefined where all are. */
function missingFrom(named: readonly string[], line: number, { keys }: Open): ProblemEntry | undefined {
  const missing = named.find((key) => !keys.has(key))
  return missing === undefined ? undefined : leftOut(line, `its node ${missing} is not in this file`)
}

function checked(branch: BranchEntry, line: number, { keys, branches }: Open): Entry {
  const { name, parent } = branch
  if (branches.has(name)) return leftOut(line, `a branch of its name "${name}" was there before`)
  const missing = [branch.head, branch.forkPoint].find((key) => key !== null && !keys.has(key))
  if (missing !== undefined) return leftOut(line, `its node ${missing} is not in this file`)
  if (parent !== undefined && !branches.has(parent)) return leftOut(line, `its parent "${parent}" is not in this file`)
  branches.add(name)
  return branch
}

function parsed<T extends Entry>(shape: z.ZodType<T>, value: Json, line: number): T | ProblemEntry {
  const result = shape.safeParse(value)
  return result.success ? result.data : leftOut(line, describeShape(result.error))
}
