import { atMost, type Check, moreThan, type Row } from '../../bench/frame/report.ts'
import { baselines } from './policies/policies.ts'

/**
 * What a policy has to reach to be better than the baselines in the same run: more edits grounded than slide's, at stepped's cost,
 * with less read again than under halves, and no call over the limit. Baselines themselves are not checked.
 */
export function checksOf(rows: readonly Row[]): Check[] {
  return rows.filter(({ policy }) => !baselines.includes(String(policy))).flatMap((row) => checksOfRow(row, rows))
}

function checksOfRow(row: Row, rows: readonly Row[]): Check[] {
  const under = (policy: string, figure: string): number =>
    Number(rows.find((other) => other.limit === row.limit && other.policy === policy)?.[figure] ?? Number.NaN)
  const name = `${row.policy} under ${row.limit}`
  return [
    moreThan(`${name}: edits grounded, %`, Number(row.groundedEdits), under('slide', 'groundedEdits')),
    atMost(`${name}: cost per call`, Number(row.costPerCall), under('stepped', 'costPerCall')),
    atMost(`${name}: read again, %`, Number(row.rereadShare), under('halves', 'rereadShare')),
    atMost(`${name}: calls over the limit`, Number(row.callsOverLimit), 0),
  ]
}
