import type { Bundle } from '../../bundles/bundle.ts'
import type { Bundles } from '../bundle-store.ts'
import { BundleNameTaken, ChangedMeanwhile } from '../errors.ts'
import { isSame } from '../is-same.ts'
import type { Connection } from './database/connection.ts'
import { slot } from './database/statement.ts'

/** Writes and reads bundles. */
export function bundles(connection: Connection): Bundles {
  const named = connection.prepare((query) =>
    query.selectFrom('bundles').select('key').where('name', '=', slot<string>(0)),
  )
  const put = connection.prepare((query) =>
    query
      .insertInto('bundles')
      .values({ key: slot(0), name: slot(1), json: slot(2) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ name: slot<string>(1), json: slot<string>(2) })),
  )
  const all = connection.prepare((query) => query.selectFrom('bundles').select(['key', 'name', 'json']).orderBy('name'))
  const byKey = connection.prepare((query) =>
    query.selectFrom('bundles').select(['key', 'name', 'json']).where('key', '=', slot<string>(0)),
  )
  const remove = connection.prepare((query) => query.deleteFrom('bundles').where('key', '=', slot<string>(0)))
  return {
    bundles: async () => all.all().map((row) => bundleOf(row)),
    putBundle: async ({ key, name, items, opts }, before) =>
      connection.transaction(() => {
        const row = before && byKey.get(key)
        if (before !== undefined && !isSame(row && bundleOf(row), before)) throw new ChangedMeanwhile(key)
        const holder = named.get(name)
        if (holder && holder.key !== key) throw new BundleNameTaken(name)
        put.run(key, name, JSON.stringify({ items, opts }))
      }),
    deleteBundle: async (key) => connection.transaction(() => void remove.run(key)),
  }
}

function bundleOf({ key, name, json }: { readonly key: string; readonly name: string; readonly json: string }): Bundle {
  return { key, name, ...(JSON.parse(json) as Pick<Bundle, 'items' | 'opts'>) }
}
