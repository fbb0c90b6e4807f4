import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { open } from '../database/open.ts'
import { tables } from '../database/statement.ts'
import { newest } from './newest.ts'

/** How SQLite would find what is asked for, step by step. */
function steps(
  table: 'runs' | 'calls',
  ask: { readonly [column: string]: string },
  { keys, beside }: { readonly keys: readonly string[]; readonly beside?: string },
): string[] {
  const database = new DatabaseSync(':memory:')
  const connection = open(database)
  const told: string[] = []
  const listening: typeof connection = {
    ...connection,
    prepare: (build) => {
      const { sql } = build(tables).compile()
      told.push(
        ...database
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all()
          .map(({ detail }) => String(detail)),
      )
      return connection.prepare(build)
    },
  }
  newest(listening, table, { id: 'id', keys, beside } as never)({ ...ask, limit: 5 })
  connection.close()
  return told
}

const keys = ['run', 'plan', 'branch', 'conversation', 'model']

describe('the newest rows', () => {
  it.each(keys)('are read off the end of an index: of a %s', (key) => {
    expect(steps('calls', { [key]: 'x' }, { keys })[0]).toBe(`SEARCH calls USING INDEX calls_by_${key} (${key}=?)`)
    expect(steps('calls', { [key]: 'x' }, { keys }).join()).not.toContain('TEMP B-TREE')
  })

  it('are read by the column that tells most apart, where several are asked for', () => {
    expect(steps('calls', { model: 'x', branch: 'y', conversation: 'z' }, { keys })[0]).toContain('calls_by_branch')
    expect(steps('calls', {}, { keys })).toEqual(['SCAN calls USING INDEX sqlite_autoindex_calls_1'])
  })

  it('are read by key and state, of runs', () => {
    const ofRuns = { keys: ['branch', 'conversation'], beside: 'state' }
    const found = (ask: { readonly [column: string]: string }): string | undefined => steps('runs', ask, ofRuns)[0]
    expect(found({ state: 'done' })).toBe('SEARCH runs USING INDEX runs_by_state (state=?)')
    expect(found({ state: 'done', branch: 'x', conversation: 'y' })).toContain('runs_by_branch (branch=? AND state=?)')
    expect(found({ state: 'done', conversation: 'y' })).toContain('runs_by_conversation (conversation=? AND state=?)')
  })
})
