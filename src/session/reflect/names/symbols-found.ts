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
 * A name that few of the items hold is that of one of these; one that an item defines is that item's, however many hold it; a word in
 * backticks counts only where it is defined. Texts are read once as long as they are in memory.
 */
export function symbolsFound(items: readonly NamedItem[], { symbols, words }: Quoted): SymbolsFound {
  const wanted = new Map<string, Holders>()
  for (const name of [...symbols, ...words]) if (name.length <= longest) wanted.set(name, { all: [], defining: [] })
  const named = new Set<number>()
  items.forEach(({ texts }, at) => {
    for (const list of texts) {
      const { runs, isNamed } = namesIn(list)
      if (isNamed) named.add(at)
      for (const [name, holders] of wanted) if (runs.has(name)) note(holders, at, () => defines(list, name))
    }
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

/** The names in some texts. */
interface Names {
  readonly runs: ReadonlySet<string>
  /** One of them is such that something can be known by it. */
  readonly isNamed: boolean
}

const known = new WeakMap<readonly string[], Names>()

function namesIn(texts: readonly string[]): Names {
  const held = known.get(texts)
  if (held) return held
  const runs = new Set<string>()
  let isNamed = false
  for (const text of texts)
    eachRun(text, (from, to, shaped, joined) => {
      if (to - from > longest) return
      const run = text.slice(from, to)
      runs.add(run)
      if (shaped && !isNamed) isNamed = isSymbol(run)
      if (joined >= 0 && to - joined <= longest) runs.add(text.slice(joined, to))
    })
  const names: Names = { runs, isNamed }
  known.set(texts, names)
  return names
}

/** Whether a name is defined in one of the texts that hold it. */
function defines(texts: readonly string[], name: string): boolean {
  return texts.some((text) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
      if (isRun(text, at, at + name.length) && isDefinedAt(text, at)) return true
    return false
  })
}

function isRun(text: string, from: number, to: number): boolean {
  return !/[\w$]/.test(text.charAt(from - 1)) && !/[\w$]/.test(text.charAt(to))
}
