import type { DatabaseSync } from 'node:sqlite'
import { type Finding, tally } from '../finding.ts'
import { eachRow, numberOf } from '../raw.ts'

const wrongSums = `SELECT n.id FROM sums s JOIN nodes n ON n.key = s.node
  LEFT JOIN sums p ON p.node = n.parent AND p.measure = s.measure
  LEFT JOIN counts c ON c.content = n.content AND c.measure = s.measure
  WHERE (n.parent IS NOT NULL AND p.total IS NULL) OR s.total <> coalesce(p.total, 0) + c.size`

const leftOver = `SELECT (SELECT count(*) FROM sums WHERE node NOT IN (SELECT key FROM nodes))
  + (SELECT count(*) FROM counts WHERE content NOT IN (SELECT key FROM contents))`

const wrongCounts = `SELECT c.id FROM conversations c WHERE c.nodes <> (SELECT count(*) FROM nodes n WHERE n.conversation = c.key)
  OR c.root IS NOT (SELECT min(n.key) FROM nodes n WHERE n.conversation = c.key AND n.parent IS NULL)`

const wrongTotals = `SELECT contents <> (SELECT count(*) FROM contents WHERE head >= 0)
  OR text_bytes <> (SELECT coalesce(sum(octet_length(json)), 0) FROM contents WHERE head >= 0) FROM totals`

/** Derived figures: sums along paths, the counts of conversations, the totals. All of them can be made again. */
export function checkFigures(database: DatabaseSync): Finding[] {
  const sums = tally()
  const counts = tally()
  const totals = tally()
  for (const { id } of eachRow<{ id: string }>(database, wrongSums)) sums.add(id)
  for (const { id } of eachRow<{ id: string }>(database, wrongCounts)) counts.add(id)
  if (numberOf(database, 'SELECT count(*) FROM totals') !== 1 || numberOf(database, wrongTotals) !== 0)
    totals.add('totals')
  if (numberOf(database, leftOver) !== 0) totals.add('sizes of what is not there')
  return [
    ...sums.findings('figures', (count) =>
      count === 1 ? '1 sum of sizes does not add up.' : `${count} sums of sizes do not add up.`,
    ),
    ...counts.findings('figures', (count) =>
      count === 1
        ? '1 conversation has a wrong count of its nodes.'
        : `${count} conversations have a wrong count of their nodes.`,
    ),
    ...totals.findings('figures', () => 'The totals of contents and sizes do not add up.'),
  ]
}
