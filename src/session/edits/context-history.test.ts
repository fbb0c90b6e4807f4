import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readContextHistory } from '../../formats/context-history/context-history.ts'
import { contextHistoryJson } from '../../history/edits/context-history.ts'
import type { Branch, Node } from '../../history/node.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { say, startConversation } from '../say.ts'
import { restoreCheckpoint } from './checkpoints.ts'
import { exportContextHistory, importContextHistory } from './context-history.ts'
import { editsInForce } from './edits.ts'

describe.each(['memory', 'sqlite'] as const)('a context history over a %s store', (kind) => {
  let store: Store
  let engine: Engine
  let main: Branch
  let time = 0

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    time = 1000
    engine = { ...exampleEngine(store), now: () => time }
    main = (await startConversation(engine)).branch
  })
  afterEach(() => store.close())

  /** Says each of the texts ten milliseconds after the one before. */
  const tell = async (...texts: string[]): Promise<Node[]> => {
    const nodes: Node[] = []
    for (const text of texts) {
      time += 10
      nodes.push(await say(engine, main, { author: 'human', parts: [{ kind: 'text', text }] }))
    }
    return nodes
  }
  const file = [
    [0, [0, [[0, [[1005, 'text', ['notice'], []]]]]]],
    [
      1,
      [
        3,
        [
          [
            0,
            [
              [1025, 'text', ['older'], []],
              [1030, 'text', ['newer'], []],
            ],
          ],
        ],
      ],
    ],
  ]

  it('is taken in by positions and written out again, and what does not fit is told', async () => {
    const [first, second] = await tell('one', 'two')
    time = 2000
    const { history } = readContextHistory([...file, [2, [0, [[0, [[1, 'text', ['x'], []]]]]]], [0, [0, []]]] as never)
    expect(await importContextHistory(engine, main, history)).toMatchObject({
      added: 2,
      skipped: [{ message: 2, part: 0, why: 'no-message' }],
    })
    const whole = readContextHistory(file as never).history
    expect(await importContextHistory(engine, main, whole)).toEqual({ added: 1, known: 2, skipped: [], dropped: 0 })
    expect(await editsInForce(store, main.id, time)).toMatchObject(
      [
        { node: first?.id, content: 'notice', kind: 'notice', at: 1005 },
        { node: second?.id, content: 'newer', kind: 'repeat', data: { way: 'write' } },
      ].sort((a, b) => ((a.node ?? '') < (b.node ?? '') ? -1 : 1)),
    )
    const { history: again, leftOut } = await exportContextHistory(store, main, time)
    expect(contextHistoryJson(again)).toEqual(file)
    expect(leftOut).toEqual([])
  })

  it('skips blocks that are not there, and says how much a restore has dropped', async () => {
    const [first] = await tell('one', 'two')
    time = 2000
    await restoreCheckpoint(engine, main, 1022)
    const { history } = readContextHistory([
      ...file,
      [
        0,
        [
          0,
          [
            [0, [[1005, 'text', ['a'], []]]],
            [4, [[9, 'text', ['b'], []]]],
          ],
        ],
      ],
    ] as never)
    expect(await importContextHistory(engine, main, history)).toEqual({
      added: 3,
      known: 0,
      skipped: [{ message: 0, part: 4, why: 'no-part' }],
      dropped: 2,
    })
    await restoreCheckpoint(engine, main, 1010)
    const { history: left, leftOut } = await exportContextHistory(store, main, 3000)
    expect([...left.keys()]).toEqual([0])
    expect(leftOut).toEqual([])
    expect(await editsInForce(store, main.id, 3000)).toMatchObject([{ node: first?.id, content: 'a' }])
  })
})
