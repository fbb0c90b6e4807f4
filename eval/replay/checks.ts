import { atLeast, atMost, type Check, type Row } from '../../bench/frame/report.ts'
import { baselines } from './policies/policies.ts'

/** What a policy has to reach under one limit. Cost and grounding are one result: cost alone is easy to cut by sending nothing. */
interface Target {
  readonly limit: number
  /** Edits whose lines stood in what was sent, in per cent. */
  readonly grounded: number
  /** Token-equivalents for each call. */
  readonly cost: number
}

const targets: readonly Target[] = [
  { limit: 32_000, grounded: 94, cost: 3700 },
  { limit: 64_000, grounded: 98, cost: 6300 },
]

/** The targets that each policy meets or misses, where its limit has any. Baselines are not checked. */
export function checksOf(rows: readonly Row[]): Check[] {
  return rows.filter(({ policy }) => !baselines.includes(String(policy))).flatMap(checksOfRow)
}

function checksOfRow(row: Row): Check[] {
  const target = targets.find(({ limit }) => limit === row.limit)
  const name = `${row.policy} under ${row.limit}`
  const own = target
    ? [
        atLeast(`${name}: edits grounded, %`, Number(row.groundedEdits), target.grounded),
        atMost(`${name}: cost per call`, Number(row.costPerCall), target.cost),
      ]
    : []
  return [
    ...own,
    atMost(`${name}: read again, %`, Number(row.rereadShare), 1.5),
    atLeast(`${name}: cached share, %`, Number(row.cachedShare), 95),
    atMost(`${name}: calls over the limit`, Number(row.callsOverLimit), 0),
  ]
}
