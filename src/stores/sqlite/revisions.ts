import type { Connection } from './database/connection.ts'
import { slot } from './database/statement.ts'

/** The store's counter of everything that changes what an older plan would see. */
export interface Revisions {
  last(): number
  /** Takes the next number. Runs inside a transaction. */
  next(): number
}

/** Counts revisions. */
export function revisions(connection: Connection): Revisions {
  const read = connection.prepare((query) => query.selectFrom('revisions').select('last'))
  const write = connection.prepare((query) => query.updateTable('revisions').set({ last: slot<number>(0) }))
  const last = (): number => read.get()?.last ?? 0
  return {
    last,
    next: () => {
      const next = last() + 1
      write.run(next)
      return next
    },
  }
}
