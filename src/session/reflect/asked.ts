import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import { fileChanges } from '../../core/files/file-change.ts'
import { pathKey } from '../../core/repeats/path-key.ts'
import { inputPaths } from './names/item-names.ts'
import { stringsIn } from './names/quoted.ts'

/** Lines from one to another, both included. */
export type Lines = readonly [from: number, to: number]

/** A file that a call asks to see. */
export interface AskedPath {
  readonly path: string
  readonly key: string
  /** Null where the whole is asked for. */
  readonly lines: Lines | null
}

/** What the calls of an answer ask to see: files, and by short words what may be the id of a node or of an earlier call. */
export interface Asked {
  readonly paths: readonly AskedPath[]
  readonly words: readonly string[]
}

/** More of one answer is not looked up. */
const mostAsked = 32

const fromKeys = ['from', 'offset', 'start_line', 'startLine', 'line_start', 'start']
const toKeys = ['to', 'end_line', 'endLine', 'line_end', 'end']

/** What an answer asks to see by its calls. A call that writes a file asks for nothing. */
export function askedIn(answer: readonly Part[]): Asked {
  const paths = new Map<string, AskedPath>()
  const words = new Set<string>()
  for (const part of answer) {
    if (part.kind !== 'tool-call' || fileChanges(part.name, part.input).length > 0) continue
    const lines = linesIn(part.input)
    for (const path of inputPaths(part.input)) {
      const key = pathKey(path)
      paths.set(`${key} ${lines ?? ''}`, { path, key, lines })
    }
    for (const text of stringsIn(part.input)) if (/^[\w-]{4,80}$/.test(text)) words.add(text)
  }
  return { paths: [...paths.values()].slice(0, mostAsked), words: [...words].slice(0, mostAsked) }
}

/** Whether two ranges have a line in common; null is the whole. */
export function meet(a: Lines | null, b: Lines | null): boolean {
  return a === null || b === null || (a[0] <= b[1] && b[0] <= a[1])
}

/** Whether all of a range is in another; null is the whole. */
export function isWithin(inner: Lines | null, outer: Lines | null): boolean {
  return outer === null || (inner !== null && outer[0] <= inner[0] && inner[1] <= outer[1])
}

/** The lines that a tool's input asks for; null where it names none. */
export function linesIn(input: Json): Lines | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const object = input as JsonObject
  const viewed = Array.isArray(object.view_range) ? (object.view_range as readonly Json[]) : []
  const from = lineIn([viewed[0], ...fromKeys.map((key) => object[key])])
  const limit = lineIn([object.limit])
  const end = lineIn([viewed[1], ...toKeys.map((key) => object[key])])
  const to = end ?? (limit && (from ?? 1) + limit - 1)
  return from === undefined && to === undefined ? null : [from ?? 1, to ?? Number.MAX_SAFE_INTEGER]
}

function lineIn(values: readonly (Json | undefined)[]): number | undefined {
  return values.find((value) => typeof value === 'number' && Number.isInteger(value) && value >= 1) as
    | number
    | undefined
}
