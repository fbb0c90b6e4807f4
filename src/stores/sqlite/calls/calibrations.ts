import type { Calibration } from '../../../history/calls/outcome.ts'
import type { Calls } from '../../call-store.ts'
import { ChangedMeanwhile } from '../../errors.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'

/** Writes and reads calibrations. */
export function calibrations(connection: Connection): Pick<Calls, 'addCalibration' | 'calibrations'> {
  const find = connection.prepare((query) =>
    query
      .selectFrom('calibrations')
      .select('key')
      .where('model', '=', slot<string>(0))
      .where('version', '=', slot<number>(1)),
  )
  const insert = connection.prepare((query) =>
    query
      .insertInto('calibrations')
      .values({ model: slot<string>(0), version: slot<number>(1), json: slot<string>(2) }),
  )
  const all = connection.prepare((query) => query.selectFrom('calibrations').selectAll().orderBy('key', 'desc'))
  const ofModel = connection.prepare((query) =>
    query.selectFrom('calibrations').selectAll().where('model', '=', slot<string>(0)).orderBy('key', 'desc'),
  )
  return {
    addCalibration: async ({ model, version, ...rest }) =>
      connection.transaction(() => {
        if (find.get(model, version)) throw new ChangedMeanwhile(model)
        insert.run(model, version, JSON.stringify(rest))
      }),
    calibrations: async (model) =>
      (model === undefined ? all.all() : ofModel.all(model)).map(({ model: name, version, json }) => ({
        ...(JSON.parse(json) as Omit<Calibration, 'model' | 'version'>),
        model: name,
        version,
      })),
  }
}
