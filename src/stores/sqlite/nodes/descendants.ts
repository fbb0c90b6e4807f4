import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'

/** A node that comes from another. */
export interface Descendant {
  readonly key: number
  readonly parent: number | null
}

/** Finds a node and everything that comes from it by edges of any type, in one statement. */
export function descendants(connection: Connection): (top: number) => readonly Descendant[] {
  const all = connection.prepare((query) =>
    query
      .withRecursive('below(key, parent)', (cte) =>
        cte
          .selectFrom('nodes')
          .select(['key', 'parent'])
          .where('key', '=', slot<number>(0))
          .union((eb) =>
            eb
              .selectFrom('below')
              .innerJoin('nodes', 'nodes.parent', 'below.key')
              .select(['nodes.key', 'nodes.parent']),
          )
          .union((eb) =>
            eb
              .selectFrom('below')
              .innerJoin('sources', 'sources.source', 'below.key')
              .innerJoin('nodes', 'nodes.key', 'sources.target')
              .select(['nodes.key', 'nodes.parent'])
              .where('sources.role', '=', 0),
          ),
      )
      .selectFrom('below')
      .select(['key', 'parent']),
  )
  return (top) => all.all(top)
}
