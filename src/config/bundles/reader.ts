import { mergeSettings } from '../../bundles/merge-settings.ts'
import type { BundleOptions } from '../../bundles/settings.ts'
import type { BundleCall, BundleText } from '../../session/bundles/bundle-reader.ts'
import { collectionOf } from './collection.ts'
import { type CompiledBundle, compileNamed } from './compile-bundle.ts'
import { BundleNotFound } from './errors.ts'
import { type BundleGround, readShelf, type Shelf } from './shelf.ts'

/** What stands around an item that goes along with a call, where nobody has set a template for its depth. */
const around = { before: '<file path="{{ITEM_PATH_QUOTED}}">\n', after: '\n</file>' }

/** So many of the items that cannot go are named. */
const mostNamed = 100

/** Links are not followed any deeper. */
const mostDepths = 101

/** Where a bundle has a template around the whole, it goes as a whole, or compiled to one of these shares of its size. */
const smallerShares = [0.5, 0.25, 0.125]

/**
 * What a workspace's bundle brings to a call, in order: a text for each item; or one for all, where it has a template around the
 * whole, which no item may stand without. Throws BundleNotFound.
 */
export async function readBundle(
  ground: BundleGround,
  name: string,
  { measure, conversation, limit }: BundleCall,
): Promise<readonly BundleText[]> {
  const shelf = await readShelf(ground)
  const own = await collectionOf(ground, conversation)
  const templates = Object.fromEntries(Array.from({ length: mostDepths }, (_, depth) => [String(depth), around]))
  const collection = { ...own, templates: { ...templates, ...own.templates } }
  const compile = (call: BundleOptions): Promise<CompiledBundle> =>
    compileAttached(ground, shelf, name, { collection, call, measure })
  const most = mergeSettings(
    collection,
    shelf.bundles.find(({ bundle }) => bundle.name === name)?.bundle.opts,
  ).max_tokens
  const isOwnLimit = most !== null && most <= limit
  const whole = await compile({ max_tokens: Math.max(1, isOwnLimit ? most : limit) })
  const { wrap, stats } = whole
  if (stats.wrapDropped && !isOwnLimit) return [{ id: `bundle:${name}`, bar: 'over-own-limit' }]
  // What is cut to the call's limit is no item as the bundle has it.
  const cut = new Set(isOwnLimit ? [] : stats.truncated)
  const pieces = whole.pieces.filter(({ path }) => !cut.has(path))
  const idOf = (path: string): string => `bundle:${name}:${path}`
  const missed: BundleText[] = [
    ...stats.missing.map(({ path }) => ({ id: idOf(path), bar: 'missing' as const })),
    ...[...cut, ...stats.skipped].map((path) => ({ id: idOf(path), bar: 'over-own-limit' as const })),
  ].slice(0, mostNamed)
  const others = stats.missing.length + cut.size + stats.skipped.length - missed.length
  if (others > 0) missed.push({ id: `bundle:${name}:: ${others} more`, bar: 'over-own-limit' })
  if (wrap.before === '' && wrap.after === '')
    return [...pieces.map(({ path, depth, text }): BundleText => ({ id: idOf(path), texts: [text], depth })), ...missed]
  const size = measure.count(whole.context)
  const smaller: string[] = []
  for (const share of smallerShares) {
    if (size * share < 1) break
    const { context, stats } = await compile({ max_tokens: Math.floor(size * share) })
    if (!stats.wrapDropped && stats.included.length > 0) smaller.push(context)
  }
  return [{ id: `bundle:${name}`, texts: [whole.context, ...smaller], depth: 0 }, ...missed]
}

/** What is said where a bundle that goes along is gone. */
async function compileAttached(
  ground: BundleGround,
  shelf: Shelf,
  name: string,
  options: Parameters<typeof compileNamed>[3],
): Promise<CompiledBundle> {
  return await compileNamed(ground, shelf, name, options).catch((error: unknown) => {
    throw error instanceof BundleNotFound ? new BundleNotFound(name, undefined, true) : error
  })
}
