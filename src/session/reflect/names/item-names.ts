import type { Digest } from '../../../core/content/digest.ts'
import type { Json, JsonObject } from '../../../core/content/json.ts'
import type { Part, ToolCallPart } from '../../../core/content/part.ts'
import type { ContextPlan } from '../../../core/context-plan.ts'
import type { Kept } from '../../../core/decision.ts'
import { pathKeys } from '../../../core/files/file-change.ts'
import type { Section } from '../../../core/form.ts'
import { codeOf, stringsIn } from './quoted.ts'

/** An item of a plan with what it can be known by. */
export interface NamedItem {
  readonly entry: Kept
  readonly parts: readonly Part[]
  readonly paths: readonly string[]
  /** What is code in it, by part. A part that is still in memory gives the same list again. */
  readonly texts: readonly (readonly string[])[]
  /** The name of the tool that it offers. */
  readonly tool: string | null
  /** The places of the items that hold the results of its calls: these have the names of the calls. */
  readonly results: readonly number[]
}

/** Longer ones are no path that anybody quotes. */
const longestPath = 300
/** What a bundle or a search brings is code, or a note, as a whole. */
const wholeText: readonly Section[] = ['bundle', 'orientation', 'files', 'retrieved']

/**
 * The items of a plan with their names, in sending order. What a call names belongs to the item with its result, so that
 * a call and its result are one: used or unused together. Contents that are not given have no names.
 */
export function namedItems(
  plan: Pick<ContextPlan, 'kept'>,
  contents: ReadonlyMap<Digest, readonly Part[]>,
): NamedItem[] {
  const kept = plan.kept.filter((entry) => entry.kind === 'kept')
  const partsAt = kept.map(({ content }) => (content === undefined ? undefined : contents.get(content)) ?? [])
  const resultAt = new Map<string, number>()
  const calls = new Map<string, ToolCallPart>()
  partsAt.forEach((parts, at) => {
    for (const part of parts) {
      if (part.kind === 'tool-result') resultAt.set(part.callId, at)
      if (part.kind === 'tool-call') calls.set(part.callId, part)
    }
  })
  return kept.map((entry, at): NamedItem => {
    const parts = partsAt[at] ?? []
    if (entry.section === 'tools' || entry.section === 'system')
      return { entry, parts, paths: [], texts: [], tool: toolOf(entry), results: [] }
    const results = parts.flatMap((part) => (part.kind === 'tool-call' ? (resultAt.get(part.callId) ?? []) : []))
    const named = parts.flatMap((part): readonly Part[] => {
      if (part.kind === 'tool-call') return resultAt.has(part.callId) ? [] : [part]
      const call = part.kind === 'tool-result' ? calls.get(part.callId) : undefined
      return call === undefined ? [part] : [call, part]
    })
    const whole = wholeText.includes(entry.section)
    return {
      entry,
      parts,
      paths: [...new Set([...pathsOfId(entry.id, entry.section), ...named.flatMap(pathsOf)])],
      texts: named.map((part) => knownTexts(part, whole)),
      tool: null,
      results: results.filter((place) => place !== at),
    }
  })
}

/** The paths that a tool's input names. */
export function inputPaths(input: Json): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return []
  const object = input as JsonObject
  const several = [object.paths, object.files].flatMap((value) => (Array.isArray(value) ? value : []))
  return [...pathKeys.map((key) => object[key]), ...several].filter(isPath)
}

/** The path in the id of a file in work, or of an item of a bundle. */
export function pathsOfId(id: string, section: Section): string[] {
  const at = section === 'files' ? id.indexOf(':') : section === 'bundle' ? id.indexOf(':', id.indexOf(':') + 1) : -1
  const path = at < 0 ? '' : id.slice(at + 1)
  return isPath(path) && !path.startsWith(':') ? [path] : []
}

/** The paths that a part names or shows. */
function pathsOf(part: Part): string[] {
  if (part.kind === 'file') return [part.path].filter(isPath)
  if (part.kind === 'tool-call') return inputPaths(part.input)
  return part.kind === 'tool-result' ? part.content.flatMap(pathsOf) : []
}

/** A command of a person's own is kept as a file with `$` and the command for its path. */
function isPath(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestPath && !value.startsWith('$ ')
}

function toolOf({ id, section }: Kept): string | null {
  return section === 'tools' ? id.replace(/^tool:/, '').replace(/#\d+$/, '') : null
}

const known = { whole: new WeakMap<Part, readonly string[]>(), code: new WeakMap<Part, readonly string[]>() }

function knownTexts(part: Part, whole: boolean): readonly string[] {
  const held = whole ? known.whole : known.code
  const texts = held.get(part) ?? textsOf(part, whole)
  held.set(part, texts)
  return texts
}

function textsOf(part: Part, whole: boolean): string[] {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return [codeOf(part.text, whole)]
    case 'file':
      return [part.text]
    case 'tool-call':
      return stringsIn(part.input)
    case 'tool-result':
      return part.content.flatMap((each) => textsOf(each, true))
    case 'image':
    case 'audio':
      return []
    default:
      return part satisfies never
  }
}
