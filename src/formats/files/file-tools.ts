import type { Json } from '../../core/content/json.ts'
import { pathKeys } from '../../core/files/file-change.ts'
import { slashes } from '../mentions.ts'
import { isObject } from '../shape.ts'

/** What a tool call does to a file, as far as its name and input tell. Lines count from 1. */
export interface FileAccess {
  readonly way: 'read' | 'write'
  readonly path: string
  /** The first line that was asked for. */
  readonly from?: number
  /** The last line that was asked for. */
  readonly to?: number
  /** The call asked for the whole file. */
  readonly whole: boolean
}

/**
 * The tools that read or write one file, in small letters without punctuation. `command` tools do either, as their
 * input's `command` says.
 */
const tools: ReadonlyMap<string, 'read' | 'write' | 'command'> = new Map([
  ...['read', 'readfile', 'view', 'viewfile', 'cat', 'open', 'openfile', 'showfile', 'getfile', 'getfilecontents'].map(
    (name) => [name, 'read'] as const,
  ),
  ...['readtextfile', 'readmanyfile', 'fsread', 'notebookread', 'fileread', 'loadfile'].map(
    (name) => [name, 'read'] as const,
  ),
  ...['write', 'writefile', 'createfile', 'edit', 'editfile', 'multiedit', 'notebookedit', 'strreplace', 'fswrite'].map(
    (name) => [name, 'write'] as const,
  ),
  ...['replaceinfile'].map((name) => [name, 'write'] as const),
  ...['strreplaceeditor', 'strreplacebasededittool', 'texteditor', 'editor'].map((name) => [name, 'command'] as const),
])

const fromKeys = ['offset', 'start_line', 'startLine', 'line_start', 'start']
const toKeys = ['end_line', 'endLine', 'line_end', 'end', 'end_line_one_indexed_inclusive']

/** What a call does to a file; undefined where it is none of the known file tools, or names no path. */
export function fileAccess(name: string, input: Json): FileAccess | undefined {
  const kind = tools.get(baseName(name))
  if (kind === undefined || !isObject(input)) return undefined
  const path = pathKeys.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '')
  if (typeof path !== 'string') return undefined
  const way = kind === 'command' ? (input.command === 'view' ? 'read' : 'write') : kind
  const viewed = Array.isArray(input.view_range) ? (input.view_range as readonly Json[]) : []
  const from = line(viewed[0]) ?? firstLine(fromKeys.map((key) => input[key]))
  const limit = line(input.limit)
  const to = line(viewed[1]) ?? firstLine(toKeys.map((key) => input[key])) ?? (limit && (from ?? 1) + limit - 1)
  return {
    way,
    path: slashes(path),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    whole: from === undefined && to === undefined,
  }
}

/** The tool's own name: behind a server's prefix, in small letters, without punctuation. */
function baseName(name: string): string {
  const last = name.split(/__|[./:]/).at(-1) ?? name
  return last.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function firstLine(values: readonly (Json | undefined)[]): number | undefined {
  for (const value of values) {
    const found = line(value)
    if (found !== undefined) return found
  }
  return undefined
}

function line(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : undefined
}
