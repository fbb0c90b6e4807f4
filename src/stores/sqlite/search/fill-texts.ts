import type { Part } from '../../../core/content/part.ts'
import { searchText } from '../../../history/search-text.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import { goneText } from '../tombstone.ts'

/** How many nodes are read into the index by one transaction. */
const batch = 1000

/**
 * Reads what was written since the last search into the full-text index, in batches, so that other writers get in between
 * and nothing is lost when the process ends. `onProgress` is told how many nodes of how many are done.
 */
export function textFiller(connection: Connection): (onProgress?: (done: number, total: number) => void) => void {
  const read = connection.prepare((query) => query.selectFrom('texts_read').select('last_key'))
  const setRead = connection.prepare((query) => query.updateTable('texts_read').set({ last_key: slot<number>(0) }))
  const lastKey = connection.prepare((query) => query.selectFrom('nodes').select(({ fn }) => fn.max('key').as('key')))
  const next = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .innerJoin('contents', 'contents.key', 'nodes.content')
      .select(['nodes.key', 'contents.json'])
      .where('nodes.key', '>', slot<number>(0))
      .orderBy('nodes.key')
      .limit(batch),
  )
  const add = connection.prepare((query) =>
    query.insertInto('texts').values({ rowid: slot(0), text: slot(1) } as never),
  )

  /** Returns how far the index goes now. */
  const step = (): number =>
    connection.transaction(() => {
      const done = read.get()?.last_key ?? 0
      const rows = next.all(done)
      for (const { key, json } of rows) {
        const text = goneText(json) === undefined ? searchText(JSON.parse(json) as readonly Part[]) : ''
        if (text.trim() !== '') add.run(key, text)
      }
      const last = rows.at(-1)?.key ?? done
      if (last > done) setRead.run(last)
      return last
    })
  return (onProgress) => {
    const first = read.get()?.last_key ?? 0
    const last = lastKey.get()?.key ?? 0
    for (let done = first; done < last; ) {
      done = step()
      onProgress?.(Math.min(done, last) - first, last - first)
    }
  }
}
