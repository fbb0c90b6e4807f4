import type { Measure } from '../../../core/content/measure.ts'
import type { Part } from '../../../core/content/part.ts'
import { sizeOfParts } from '../../../core/content/size.ts'
import { ContentMissing } from '../../errors.ts'
import { hex } from '../blobs.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import { goneText } from '../tombstone.ts'

/** How many nodes' sums are filled in by one transaction. */
const batch = 1000

/** Sizes of contents, and totals along paths, by measure. */
export interface Sizes {
  /** The measure's key; it gets one when it is first seen, in a transaction of its own. */
  measureKey(measure: Measure): number
  count(content: number, measure: number): number | undefined
  addCount(content: number, measure: number, size: number): void
  /** The size of everything from the root up to and with the node, if it has been summed. */
  total(node: number, measure: number): number | undefined
  addTotal(node: number, measure: number, total: number): void
  /** The size of a node's own content, counted if it has not been. */
  own(node: number, measure: Measure): number
  /**
   * Counts and sums whatever is missing from the root up to the node, and returns its total. Sums are filled in from
   * the top, so that what is there is whole even if the process ends in between.
   */
  fill(node: number, measure: Measure): number
}

/** Reads and writes a store's sizes. */
export function sizes(connection: Connection): Sizes {
  const measureKeys = new Map<string, number>()
  const findMeasure = connection.prepare((query) =>
    query.selectFrom('measures').select('key').where('id', '=', slot<string>(0)),
  )
  const addMeasure = connection.prepare((query) => query.insertInto('measures').values({ id: slot(0) }))
  const findCount = connection.prepare((query) =>
    query
      .selectFrom('counts')
      .select('size')
      .where('content', '=', slot<number>(0))
      .where('measure', '=', slot<number>(1)),
  )
  const insertCount = connection.prepare((query) =>
    query
      .insertInto('counts')
      .values({ content: slot(0), measure: slot(1), size: slot(2) })
      .onConflict((conflict) => conflict.doNothing()),
  )
  const findTotal = connection.prepare((query) =>
    query.selectFrom('sums').select('total').where('node', '=', slot<number>(0)).where('measure', '=', slot<number>(1)),
  )
  const insertTotal = connection.prepare((query) =>
    query
      .insertInto('sums')
      .values({ node: slot(0), measure: slot(1), total: slot(2) })
      .onConflict((conflict) => conflict.doNothing()),
  )
  const above = connection.prepare((query) =>
    query.selectFrom('nodes').select(['parent', 'content']).where('key', '=', slot<number>(0)),
  )
  const content = connection.prepare((query) =>
    query.selectFrom('contents').select(['digest', 'json']).where('key', '=', slot<number>(0)),
  )

  const measureKey = (measure: Measure): number => {
    const known = measureKeys.get(measure.id) ?? findMeasure.get(measure.id)?.key
    const key = known ?? connection.transaction(() => findMeasure.get(measure.id)?.key ?? addMeasure.insert(measure.id))
    measureKeys.set(measure.id, key)
    return key
  }
  const total = (node: number, measure: number): number | undefined => findTotal.get(node, measure)?.total
  const sizeOf = (key: number, measure: Measure): number => {
    const counted = findCount.get(key, measureKey(measure))?.size
    if (counted !== undefined) return counted
    const row = content.get(key)
    if (!row) throw new ContentMissing(`number ${key}`)
    const size = sizeOfParts(partsOf(row), measure)
    insertCount.run(key, measureKey(measure), size)
    return size
  }
  /** The nodes without a sum, from this one up, with their contents; and the sum of the one above them. */
  const missing = (node: number, measure: number): { nodes: number[]; contents: number[]; known: number } => {
    const nodes: number[] = []
    const contents: number[] = []
    for (let at: number | null = node; at !== null; ) {
      const known = total(at, measure)
      if (known !== undefined) return { nodes, contents, known }
      const row: { parent: number | null; content: number } | undefined = above.get(at)
      nodes.push(at)
      contents.push(row?.content ?? -1)
      at = row?.parent ?? null
    }
    return { nodes, contents, known: 0 }
  }
  const fill = (node: number, measure: Measure): number => {
    const key = measureKey(measure)
    const done = total(node, key)
    if (done !== undefined) return done
    const { nodes, contents, known } = connection.reading(() => missing(node, key))
    let sum = known
    for (let end = nodes.length; end > 0; end -= batch) {
      connection.transaction(() => {
        for (let i = end - 1; i >= Math.max(0, end - batch); i--) {
          sum += sizeOf(contents[i] ?? -1, measure)
          insertTotal.run(nodes[i] ?? -1, key, sum)
        }
      })
    }
    return sum
  }
  return {
    measureKey,
    count: (key, measure) => findCount.get(key, measure)?.size,
    addCount: (key, measure, size) => void insertCount.run(key, measure, size),
    total,
    own: (node, measure) => sizeOf(above.get(node)?.content ?? -1, measure),
    addTotal: (node, measure, sum) => void insertTotal.run(node, measure, sum),
    fill,
  }
}

/** A content that is gone has no size but those that were counted before. */
function partsOf(row: { readonly digest: Uint8Array; readonly json: string }): readonly Part[] {
  if (goneText(row.json) !== undefined) return []
  try {
    return JSON.parse(row.json) as readonly Part[]
  } catch {
    throw new ContentMissing(hex(row.digest))
  }
}
