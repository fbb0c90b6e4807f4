import { type Accepts, characterClass } from './character-class.ts'
import { foldCase, pointOf } from './fold-case.ts'
import { readSyntax, type Syntax } from './syntax.ts'

/** A place in a machine: where it goes on its own, and where a code point takes it. */
export interface Place {
  readonly free: number[]
  readonly moves: { readonly accepts: number | Accepts; readonly to: number }[]
}

/** A pattern as a nondeterministic machine that starts at place 0. Its size is in proportion to the pattern's. */
export interface Machine {
  readonly places: readonly Place[]
  readonly end: number
}

interface Building {
  readonly pattern: readonly string[]
  readonly syntax: Syntax
  readonly ignoreCase: boolean
  readonly places: Place[]
  readonly groups: Group[]
  /** The place that is reached so far. */
  last: number
  /** Whether a path's component starts here. */
  starts: boolean
}

/** Braces that are open: the place before them, and the ends of the alternatives that are read. */
interface Group {
  readonly from: number
  readonly starts: boolean
  readonly ends: { readonly place: number; readonly starts: boolean }[]
}

const slash = 0x2f
const any: Accepts = () => true
const noSlash: Accepts = (point) => point !== slash

export function buildMachine(text: string, ignoreCase: boolean): Machine {
  const pattern = Array.from(text)
  const building: Building = {
    pattern,
    syntax: readSyntax(pattern),
    ignoreCase,
    places: [{ free: [], moves: [] }],
    groups: [],
    last: 0,
    starts: true,
  }
  for (let at = 0; at < pattern.length; ) at = readSign(building, at)
  return { places: building.places, end: building.last }
}

/** Reads what stands at a place of the pattern, and returns the place behind it. */
function readSign(building: Building, at: number): number {
  const { pattern, syntax, ignoreCase } = building
  const sign = pattern[at] ?? ''
  const behindClass = syntax.classes.get(at)
  if (behindClass !== undefined) {
    step(building, characterClass(pattern, at, behindClass, { ignoreCase }))
    return behindClass
  }
  if (sign === '*') return readStars(building, at)
  if (sign === '?') step(building, noSlash)
  else if (syntax.opens.has(at)) openGroup(building)
  else if (syntax.commas.has(at)) nextAlternative(building)
  else if (syntax.closes.has(at)) closeGroup(building)
  else if (sign === '\\' && at + 1 < pattern.length) {
    plain(building, pattern[at + 1] ?? '')
    return at + 2
  } else plain(building, sign)
  return at + 1
}

function readStars(building: Building, at: number): number {
  const { pattern, syntax, starts } = building
  let behind = at + 1
  while (pattern[behind] === '*') behind++
  const isWhole = behind === at + 2 && starts
  if (isWhole && pattern[behind] === '/') {
    folders(building)
    return behind + 1
  }
  if (isWhole && (behind === pattern.length || syntax.commas.has(behind) || syntax.closes.has(behind))) {
    if (at > 0) step(building, any)
    loop(building, any)
  } else loop(building, noSlash)
  building.starts = false
  return behind
}

/** No folder, or any number of them, each with its slash. */
function folders(building: Building): void {
  const outside = newPlace(building)
  const inside = newPlace(building)
  placeAt(building, building.last).free.push(outside)
  placeAt(building, outside).moves.push({ accepts: noSlash, to: inside })
  placeAt(building, inside).moves.push({ accepts: noSlash, to: inside }, { accepts: slash, to: outside })
  building.last = outside
}

function loop(building: Building, accepts: Accepts): void {
  const place = newPlace(building)
  placeAt(building, building.last).free.push(place)
  placeAt(building, place).moves.push({ accepts, to: place })
  building.last = place
}

function plain(building: Building, sign: string): void {
  const point = pointOf(sign)
  step(building, building.ignoreCase ? foldCase(point) : point)
  building.starts = point === slash
}

function step(building: Building, accepts: number | Accepts): void {
  const to = newPlace(building)
  placeAt(building, building.last).moves.push({ accepts, to })
  building.last = to
  building.starts = false
}

function openGroup(building: Building): void {
  building.groups.push({ from: building.last, starts: building.starts, ends: [] })
  startAlternative(building)
}

function nextAlternative(building: Building): void {
  building.groups.at(-1)?.ends.push({ place: building.last, starts: building.starts })
  startAlternative(building)
}

function startAlternative(building: Building): void {
  const group = building.groups.at(-1)
  const place = newPlace(building)
  placeAt(building, group?.from ?? 0).free.push(place)
  building.last = place
  building.starts = group?.starts ?? true
}

function closeGroup(building: Building): void {
  const ends = [...(building.groups.pop()?.ends ?? []), { place: building.last, starts: building.starts }]
  const after = newPlace(building)
  for (const { place } of ends) placeAt(building, place).free.push(after)
  building.last = after
  building.starts = ends.every(({ starts }) => starts)
}

function newPlace({ places }: Building): number {
  return places.push({ free: [], moves: [] }) - 1
}

function placeAt({ places }: Building, at: number): Place {
  return places[at] ?? { free: [], moves: [] }
}
