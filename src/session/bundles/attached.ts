import type { Candidate } from '../../core/candidate.ts'
import type { Digest } from '../../core/content/digest.ts'
import type { Measure } from '../../core/content/measure.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { Form } from '../../core/form.ts'
import type { Contents } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import type { BundleCall } from './bundle-reader.ts'

/** What a bundle brings, as a recipe names it: contents, the full one first, or why there is none. */
export type RecipeText =
  | { readonly id: string; readonly contents: readonly [Digest, ...Digest[]]; readonly depth: number }
  | { readonly id: string; readonly bar: 'missing' | 'over-own-limit' }

/**
 * Reads the bundles that go along with a call, and puts their texts into the store. A text that another bundle has brought is
 * not brought again. Throws `bundle-not-found`.
 */
export async function putBundles(
  engine: Engine,
  names: readonly string[],
  { measure, ...call }: Omit<BundleCall, 'measure'> & { readonly measure: string },
): Promise<RecipeText[]> {
  const { store, bundles } = engine
  if (!bundles || names.length === 0) return []
  const counted = await engine.loadMeasure(measure)
  const brought = new Set<Digest>()
  const found: RecipeText[] = []
  for (const name of new Set(names)) {
    for (const item of await bundles.read(name, { ...call, measure: counted })) {
      if ('bar' in item) found.push(item)
      else {
        const [full, ...smaller] = await Promise.all(
          item.texts.map((text) => store.putContent([{ kind: 'text', text }])),
        )
        if (full === undefined || brought.has(full)) continue
        brought.add(full)
        found.push({ id: item.id, contents: [full, ...smaller], depth: item.depth })
      }
    }
  }
  return found
}

/**
 * Candidates of the section `bundle`: all of a depth comes before anything of the next, as compiled, and what does not fit is left out
 * whole.
 */
export async function bundleCandidates(
  store: Pick<Contents, 'contents'>,
  measure: Measure,
  texts: readonly RecipeText[],
  perMessage: number,
): Promise<Candidate[]> {
  const held = await store.contents(texts.flatMap((text) => ('bar' in text ? [] : text.contents)))
  const form = (content: Digest, kind: Form['kind']): Form => ({
    kind,
    content,
    size: sizeOfParts(held.get(content) ?? [], measure) + perMessage,
  })
  return texts.map((text): Candidate => {
    if ('bar' in text) return { id: text.id, section: 'bundle', bar: text.bar, forms: [{ kind: 'full', size: 0 }] }
    const [full, ...smaller] = text.contents
    const forms = smaller.map((content) => form(content, 'excerpt'))
    return { id: text.id, section: 'bundle', score: -text.depth, forms: [form(full, 'full'), ...forms] }
  })
}
