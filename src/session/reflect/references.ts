import type { Digest } from '../../core/content/digest.ts'
import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { pathKey } from '../../core/repeats/path-key.ts'
import { type NamedItem, namedItems } from './names/item-names.ts'
import { baseName, type Quoted, quotedBy } from './names/quoted.ts'
import { symbolsFound } from './names/symbols-found.ts'
import type { ReflectedItem } from './reflection.ts'

/** Longer names are cut where they are kept. */
const longestName = 120

/**
 * Which items of a plan an answer referred to, in sending order: by a path, by a symbol that is theirs, by a tool or by the id
 * of a node. Where several items have the name that was quoted, the file in work has it, else the one that defines it,
 * else the newest. Time is linear in the window and the answer.
 */
export function references(
  plan: Pick<ContextPlan, 'kept'>,
  contents: ReadonlyMap<Digest, readonly Part[]>,
  answer: readonly Part[],
): ReflectedItem[] {
  return referencesOf(namedItems(plan, contents), quotedBy(answer))
}

/** The same of items whose names are known. */
export function referencesOf(items: readonly NamedItem[], quoted: Quoted): ReflectedItem[] {
  const { by: symbols, named } = symbolsFound(items, quoted)
  const found = new Map([...symbols, ...idsQuoted(items, quoted), ...pathsQuoted(items, quoted)])
  const states = items.map(({ entry, paths, tool }, at): ReflectedItem => {
    const { id, section, form } = entry
    const by = tool !== null && quoted.tools.has(tool) ? tool : (found.get(at) ?? null)
    const state = by !== null ? 'used' : paths.length > 0 || tool !== null || named.has(at) ? 'unused' : 'unnamed'
    return { id, section, form, state, by: by === null ? null : clipped(by) }
  })
  return states.map((state, at) => withResults(state, items[at]?.results.map((each) => states[each]) ?? []))
}

/** A call goes with its results: used where one of them is. */
function withResults(state: ReflectedItem, results: readonly (ReflectedItem | undefined)[]): ReflectedItem {
  if (state.state === 'used') return state
  const used = results.find((result) => result?.state === 'used')
  if (used) return { ...state, state: 'used', by: used.by }
  return results.some((result) => result?.state === 'unused') ? { ...state, state: 'unused' } : state
}

/** Where in the list an item stands that has one of several: the one in the files section, else the newest. */
function preferred(items: readonly NamedItem[], places: readonly number[]): number | undefined {
  return places.findLast((at) => items[at]?.entry.section === 'files') ?? places.at(-1)
}

/**
 * Paths are equal where one ends with all names of the other; a name without folders is that of a file only where no
 * two files of the plan share it.
 */
function pathsQuoted(items: readonly NamedItem[], { paths, text }: Quoted): Map<number, string> {
  const places = new Map<string, { readonly path: string; readonly at: number[] }>()
  items.forEach((item, at) => {
    for (const path of item.paths) {
      const key = pathKey(path)
      const known = places.get(key)
      if (known) known.at.push(at)
      else places.set(key, { path, at: [at] })
    }
  })
  const byName = Map.groupBy(places.keys(), (key) => key.split('/').at(-1) ?? '')
  const found = new Map<number, string>()
  const credit = (key: string | undefined): void => {
    const known = key === undefined ? undefined : places.get(key)
    const at = known && preferred(items, known.at)
    if (known && at !== undefined && !found.has(at)) found.set(at, known.path)
  }
  for (const each of paths) {
    const sharing = byName.get(baseName(each)) ?? []
    if (sharing.length > 0) for (const key of meantBy(pathKey(each), sharing)) credit(key)
  }
  for (const [key, { path }] of places) if (brokenUp.test(path) && text.includes(path)) credit(key)
  return found
}

/** Characters at which a text is cut into words, so that a path with one is found only as a whole. */
const brokenUp = /[\s"'`<>()[\]{},;|*?!=]/

function meantBy(key: string, sharing: readonly string[]): readonly string[] {
  if (sharing.includes(key)) return [key]
  if (key.includes('/')) return sharing.filter((other) => isEndOf(key, other) || isEndOf(other, key))
  return key.includes('.') && sharing.length === 1 ? sharing : []
}

/** Whether a path is the end of another, name by name. Of a name alone nothing follows. */
function isEndOf(end: string, path: string): boolean {
  return end.includes('/') && path.endsWith(`/${end}`)
}

/** A short id is the beginning of an id's random part, in small letters. */
function idsQuoted(items: readonly NamedItem[], { ids }: Quoted): Map<number, string> {
  const byStart = new Map<string, { readonly id: string; readonly at: number }[]>()
  items.forEach(({ entry: { id } }, at) => {
    if (!/^[0-9A-Z]{26}$/.test(id)) return
    const start = id.slice(10, 14).toLowerCase()
    const known = byStart.get(start)
    if (known) known.push({ id: id.toLowerCase(), at })
    else byStart.set(start, [{ id: id.toLowerCase(), at }])
  })
  const found = new Map<number, string>()
  for (const quoted of ids) {
    const isWhole = quoted.length === 26
    for (const { id, at } of byStart.get(isWhole ? quoted.slice(10, 14) : quoted.slice(0, 4)) ?? [])
      if (isWhole ? id === quoted : id.startsWith(quoted, 10)) found.set(at, quoted)
  }
  return found
}

function clipped(name: string): string {
  return name.length <= longestName ? name : `…${name.slice(1 - longestName).toWellFormed()}`
}
