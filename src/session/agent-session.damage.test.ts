import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Node } from '../history/node.ts'
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts'
import { purge } from '../stores/sqlite/upkeep/purge/purge.ts'
import { type Act, perform, planNext, type Session, startSession } from './example-session.ts'
import type { PlannedCall } from './plan-call.ts'
import { replay } from './replay.ts'

const terms = { budget: 4000, settings: { repeats: 0.05, truncationStrategy: 'rollingWindow' as const } }

describe('planning on where the previous plan is gone', () => {
  let folder: string
  let path: string
  let session: Session

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-gone-'))
    path = join(folder, 'heddle.db')
    session = await startSession(sqliteStore(path))
    await perform(session, { kind: 'ask', length: 3 })
  })
  afterEach(async () => {
    await session.engine.store.close()
    rmSync(folder, { recursive: true })
  })

  async function planned(): Promise<PlannedCall> {
    const made = await planNext(session, terms)
    if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
    return made
  }

  /** Does so many runs of commands, and plans behind each. */
  async function work(first: Act, runs: number): Promise<{ nodes: Node[]; calls: PlannedCall[] }> {
    const nodes = await perform(session, first)
    const calls = [await planned()]
    for (let at = 0; at < runs; at++) {
      nodes.push(...(await perform(session, { kind: 'run', command: at, length: 40 })))
      calls.push(await planned())
    }
    return { nodes, calls }
  }

  /** Changes the file of the store while nobody has it open. */
  async function meanwhile(change: () => void): Promise<void> {
    await session.engine.store.close()
    change()
    session = { ...session, engine: { ...session.engine, store: sqliteStore(path) } }
  }

  function overwrite(digest: string, sql: string): void {
    const database = new DatabaseSync(path)
    database.exec('PRAGMA foreign_keys = OFF')
    expect(database.prepare(`${sql} WHERE digest = ?`).run(Buffer.from(digest, 'hex')).changes).toBe(1)
    database.close()
  }

  async function expectToGoOn(): Promise<PlannedCall> {
    await perform(session, { kind: 'run', command: 99, length: 3 })
    const next = await planned()
    expect(await replay(session.engine, next.plan.id)).toMatchObject({ same: true })
    return next
  }

  it('passes over a plan that was purged with a node that it kept', async () => {
    const { nodes, calls } = await work({ kind: 'run', command: 50, length: 5 }, 12)
    await meanwhile(() => purge(path, { nodes: [nodes.at(-1)?.id ?? ''] }))
    const next = await expectToGoOn()
    expect(next.plan.prefix?.previous).toBe(calls.at(-2)?.plan.id)
  })

  it('says purged of the plans that sent what was purged, and of the first that went on from one, and of no other', async () => {
    const { nodes, calls } = await work({ kind: 'run', command: 50, length: 5 }, 12)
    const result = nodes[1]?.id
    await meanwhile(() => purge(path, { nodes: [result ?? ''] }))
    const sent = calls.map(({ plan }) => plan.kept.some((each) => each.kind === 'kept' && each.id === result))
    for (const [at, { plan }] of calls.entries()) {
      const isGone = sent[at] === true || sent[at - 1] === true
      expect(await replay(session.engine, plan.id)).toMatchObject({ same: !isGone, purged: isGone })
    }
    expect(sent).toContain(false)
  })

  it('takes what was carried of a purged file out of the store, though its plan names another id', async () => {
    const { nodes, calls } = await work({ kind: 'whole', file: 1, numbered: true }, 12)
    const carried = calls
      .flatMap(({ plan }) => plan.kept)
      .find((each) => each.kind === 'kept' && each.section === 'files')
    const digest = carried?.kind === 'kept' ? (carried.content ?? '') : ''
    await meanwhile(() => purge(path, { nodes: [nodes[1]?.id ?? ''] }))
    expect((await session.engine.store.contents([digest])).size).toBe(0)
  })

  const documents = {
    decisions: ({ stored }: PlannedCall) => stored.decisions,
    inputs: ({ stored }: PlannedCall) => stored.inputs,
    book: ({ plan }: PlannedCall) => plan.book ?? '',
  } as const

  it.each(['decisions', 'inputs', 'book'] as const)(
    'goes on where the document of its %s is missing',
    async (which) => {
      const { calls } = await work({ kind: 'whole', file: 1, numbered: true }, 12)
      await meanwhile(() => overwrite(documents[which](calls.at(-1) as PlannedCall), 'DELETE FROM documents'))
      await expectToGoOn()
    },
  )

  it.each([
    ['decisions', '{"kept'],
    ['decisions', '[]'],
    ['decisions', 'null'],
    ['inputs', '{"kept'],
    ['book', '{"kept'],
    ['book', '[]'],
  ] as const)('goes on where the document of its %s is damaged: %s', async (which, json) => {
    const { calls } = await work({ kind: 'whole', file: 1, numbered: true }, 12)
    const set = `UPDATE documents SET json = '${json}'`
    await meanwhile(() => overwrite(documents[which](calls.at(-1) as PlannedCall), set))
    await expectToGoOn()
  })
})
