import type { NamedItem } from './item-names.ts'
import type { Quoted } from './quoted.ts'
import { eachRun } from './scan.ts'
import { isDefinedAt, isSymbol } from './symbols.ts'

/** A name that stands in more items says of none that it was used. */
const mostHolders = 4
/** Longer names are not looked for. */
const longest = 64

interface Holders {
  readonly all: number[]
  readonly defining: number[]
}

/** Which items have a symbol that was quoted, by place, and which have any symbol at all. */
export interface SymbolsFound {
  readonly by: ReadonlyMap<number, string>
  readonly named: ReadonlySet<number>
}

/**
 * Reads the code of the items once. A name that few of them hold is that of one of these; one that an item defines is
 * that item's, however many hold it; a word in backticks counts only where it is defined.
 */
export function symbolsFound(items: readonly NamedItem[], { symbols, words }: Quoted): SymbolsFound {
  const wanted = new Map<string, Holders>()
  for (const name of [...symbols, ...words]) wanted.set(name, { all: [], defining: [] })
  const passes = filterFor(wanted.keys())
  const named = new Set<number>()
  items.forEach(({ texts }, at) => {
    let isNamed = false
    for (const text of texts)
      eachRun(text, (from, to, shaped, joined) => {
        if (shaped && !isNamed) isNamed = isSymbol(text.slice(from, to))
        if (passes(text, from, to)) note(wanted.get(text.slice(from, to)), at, () => isDefinedAt(text, from))
        if (joined >= 0 && passes(text, joined, to)) note(wanted.get(text.slice(joined, to)), at, () => false)
      })
    if (isNamed) named.add(at)
  })
  const by = new Map<number, string>()
  for (const [name, { all, defining }] of wanted) {
    const isPlain = !symbols.has(name)
    const shared = isPlain || all.length > mostHolders ? [] : all
    const files = [defining, shared].flatMap((places) => places.findLast((at) => isFile(items[at])) ?? [])
    const at = files[0] ?? defining.at(-1) ?? shared.at(-1)
    if (at === undefined) continue
    named.add(at)
    if (!by.has(at)) by.set(at, name)
  }
  return { by, named }
}

function isFile(item: NamedItem | undefined): boolean {
  return item?.entry.section === 'files'
}

function note(holders: Holders | undefined, at: number, defines: () => boolean): void {
  if (!holders) return
  if (holders.all.at(-1) !== at) holders.all.push(at)
  if (holders.defining.at(-1) !== at && defines()) holders.defining.push(at)
}

/** Whether a run may be one of some names: one begins alike and is as long. Most runs are none, and need not be read. */
function filterFor(names: Iterable<string>): (text: string, from: number, to: number) => boolean {
  const table = new Uint8Array(128 * (longest + 1))
  for (const name of names) if (name.length <= longest) table[name.charCodeAt(0) * (longest + 1) + name.length] = 1
  return (text, from, to) => to - from <= longest && table[text.charCodeAt(from) * (longest + 1) + (to - from)] === 1
}
