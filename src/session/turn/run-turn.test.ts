import { describe, expect, it } from 'vitest'
import type { Part, ToolCallPart } from '../../core/content/part.ts'
import type { Node } from '../../history/node.ts'
import { ModelFailure } from '../../models/model-failure.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { answerOf, scriptedModel } from '../../testing/scripted-model.ts'
import { exampleSession, exampleTool, resultText, textOf } from './example-turn.ts'
import { runTurn } from './run-turn.ts'
import { longestResult } from './tools/long-results.ts'

const call = (callId: string, name: string, input = {}): ToolCallPart => ({ kind: 'tool-call', callId, name, input })
const said = (text: string) => ({ kind: 'text', text }) as const

async function path(store: Store, branch: string): Promise<{ node: Node; parts: readonly Part[] }[]> {
  const head = (await store.branch(branch))?.head
  const route = await store.route(head ?? '', branch)
  const nodes = await store.path(route, 0, 1000, { id: 'estimate', count: () => 0 })
  const contents = await store.contents(nodes.map(({ content }) => content))
  return nodes.map((node) => ({ node, parts: contents.get(node.content) ?? [] }))
}

describe('a turn', () => {
  it('stores what the person says, asks once, and stores the answer with its call', async () => {
    const store = memoryStore()
    const model = scriptedModel(() => answerOf(said('It is the clock.')))
    const { session, request, branch, events } = await exampleSession(store, model)
    const result = await runTurn(session, request)
    expect(result.run.state).toBe('done')
    expect((await path(store, branch.id)).map(({ node, parts }) => [node.author, parts])).toEqual([
      ['human', textOf('Go on.')],
      ['model', textOf('It is the clock.')],
    ])
    const [made] = await store.calls({ limit: 5 })
    expect(made).toMatchObject({ state: 'done', finish: 'stop', usage: { input: 10, output: 5 }, run: result.run.id })
    expect((await store.callsOfNodes([made?.node ?? ''])).size).toBe(1)
    expect(await store.plan(made?.plan ?? '')).toMatchObject({ branch: branch.id, request: made?.request })
    expect(events.map(({ kind }) => kind)).toEqual([
      'turn-start',
      'node-append',
      'plan-end',
      'call-start',
      'text-delta',
      'node-append',
      'call-end',
      'turn-end',
    ])
  })

  it('runs tools until the model stops calling them, with one result for each call, in order', async () => {
    const store = memoryStore()
    const model = scriptedModel((_, number) =>
      number === 1 ? answerOf(call('a', 'slow'), call('b', 'fast'), call('c', 'nothing')) : answerOf(said('Done.')),
    )
    const order: string[] = []
    const slow = exampleTool('slow', async () => {
      await new Promise((done) => setTimeout(done, 5))
      order.push('slow')
      return 'slow it is'
    })
    const fast = exampleTool('fast', () => {
      order.push('fast')
      return 'fast it is'
    })
    const { session, request, branch } = await exampleSession(store, model, { tools: [slow, fast] })
    const result = await runTurn(session, request)
    expect(result.calls).toHaveLength(2)
    expect(order).toEqual(['fast', 'slow'])
    const results = (await path(store, branch.id))[2]?.parts ?? []
    expect(results.map((part) => part.kind === 'tool-result' && [part.callId, resultText(part), part.isError])).toEqual(
      [
        ['a', 'slow it is', undefined],
        ['b', 'fast it is', undefined],
        ['c', 'There is no tool "nothing". There are: slow, fast.', true],
      ],
    )
    const traces = await store.toolTraces(result.calls.map(({ id }) => id))
    expect(traces.map(({ callId, permitted }) => [callId, permitted]).sort()).toEqual([
      ['a', 'allowed'],
      ['b', 'allowed'],
      ['c', 'not-asked'],
    ])
  })

  it('asks before a tool that needs it, takes no for an answer, and remembers always', async () => {
    const allowed: string[] = []
    const ran: string[] = []
    const tool = exampleTool('act', (input) => `${ran.push(JSON.stringify(input))}`, {
      permission: 'ask',
      readsOnly: false,
    })
    for (const [answer, permitted] of [
      ['no', 'refused'],
      ['always', 'approved'],
    ] as const) {
      const store = memoryStore()
      const model = scriptedModel((_, number) => answerOf(number === 1 ? call('a', 'act', { answer }) : said('Done.')))
      const { session, request } = await exampleSession(store, model, {
        tools: [tool],
        approve: async () => answer,
        allow: async (name) => void allowed.push(name),
      })
      const { calls } = await runTurn(session, request)
      expect(await store.toolTraces(calls.map(({ id }) => id))).toMatchObject([{ permitted }])
    }
    expect({ allowed, ran }).toEqual({ allowed: ['act'], ran: ['{"answer":"always"}'] })
  })

  it('waits as the provider asks and tries again where that may help', async () => {
    const store = memoryStore()
    const model = scriptedModel((_, number) => {
      if (number === 1) throw new ModelFailure('rate-limit', 'Too many.', { status: 429, retryAfter: 3000 })
      if (number === 2) throw new ModelFailure('server', 'Broken.', { status: 500 })
      return answerOf(said('There.'))
    })
    const { session, request, events } = await exampleSession(store, model)
    const { calls, run } = await runTurn(session, request)
    expect(run.state).toBe('done')
    expect(calls[0]?.retries.map(({ code, waited }) => [code, waited])).toEqual([
      ['model-rate-limit', 3000],
      ['model-server', 2000],
    ])
    expect(events.filter(({ kind }) => kind === 'call-retry')).toHaveLength(2)
  })

  it.each(['auth', 'not-found', 'refused', 'bad-answer'] as const)('does not try again after %s', async (kind) => {
    const store = memoryStore()
    const model = scriptedModel(() => {
      throw new ModelFailure(kind, 'No.')
    })
    const { session, request, branch } = await exampleSession(store, model)
    const { run } = await runTurn(session, request)
    expect(run).toMatchObject({ state: 'failed', error: { code: `model-${kind}`, message: 'No.' } })
    expect(model.calls).toHaveLength(1)
    expect((await path(store, branch.id)).map(({ node }) => node.author)).toEqual(['human'])
  })

  it('keeps what came of an answer that was cut off, and says so', async () => {
    const store = memoryStore()
    const model = scriptedModel(function* () {
      yield { kind: 'part', part: { kind: 'reasoning', text: 'Hm.' } }
      yield { kind: 'text-delta', text: 'It is the cl' }
      throw new ModelFailure('cut-off', 'The connection broke.')
    })
    const { session, request, branch } = await exampleSession(store, model)
    const { run, calls } = await runTurn(session, request)
    expect(run.state).toBe('failed')
    expect(calls[0]).toMatchObject({ state: 'failed', error: { code: 'model-cut-off' } })
    const last = (await path(store, branch.id)).at(-1)
    expect(last?.parts).toEqual([{ kind: 'reasoning', text: 'Hm.' }, said('It is the cl')])
    expect(last?.node.id).toBe(calls[0]?.node)
    expect(model.calls).toHaveLength(1)
  })

  it('makes no node of an answer with nothing in it', async () => {
    const store = memoryStore()
    const { session, request, branch } = await exampleSession(
      store,
      scriptedModel(() => answerOf(said(' '))),
    )
    const { run, calls } = await runTurn(session, request)
    expect(run).toMatchObject({ state: 'failed', error: { code: 'model-empty' } })
    expect(await store.node(calls[0]?.node ?? '')).toBeUndefined()
    expect(await path(store, branch.id)).toHaveLength(1)
  })

  it('stops when it is asked to, and gives every call a result', async () => {
    const store = memoryStore()
    const stop = new AbortController()
    const model = scriptedModel(() => answerOf(call('a', 'act'), call('b', 'act')))
    const tool = exampleTool(
      'act',
      () => {
        stop.abort()
        throw new Error('aborted')
      },
      { readsOnly: false },
    )
    const { session, request, branch } = await exampleSession(store, model, { tools: [tool] })
    const { run } = await runTurn(session, { ...request, signal: stop.signal })
    expect(run.state).toBe('stopped')
    const results = (await path(store, branch.id)).at(-1)?.parts ?? []
    expect(results.map((part) => part.kind === 'tool-result' && resultText(part))).toEqual([
      'It was stopped before it ended.',
      'It was not run: the turn was stopped.',
    ])
  })

  it('plans again at a smaller limit when the provider says that it is too long, once, and remembers it', async () => {
    const store = memoryStore()
    const model = scriptedModel((_, number) => {
      if (number === 1) throw new ModelFailure('too-long', 'Too long.', { figures: { size: 9000, limit: 3000 } })
      return answerOf(said('There.'))
    })
    const { session, request, branch } = await exampleSession(store, model)
    const { engine } = session
    for (let at = 0; at < 20; at++)
      await engine.store.append(
        [
          {
            id: engine.newId(),
            parent: (await store.branch(branch.id))?.head ?? null,
            author: at % 2 === 0 ? 'human' : 'model',
            parts: textOf('word '.repeat(200)),
            createdAt: engine.now(),
          },
        ],
        { conversation: branch.conversation, branch: branch.id, measures: [] },
      )
    const { run, calls } = await runTurn(session, request)
    expect(run.state).toBe('done')
    expect(calls.map(({ state }) => state)).toEqual(['failed', 'done'])
    const [first, second] = calls.map(({ estimate }) => estimate.size)
    expect(second).toBeLessThan((3000 / 9000) * (first ?? 0))
    const again = await runTurn(session, request)
    expect(again.calls[0]?.estimate.size).toBeLessThanOrEqual((second ?? 0) + 1000)
  })

  it('leaves a branch that was moved where it is, and puts its answer beside it', async () => {
    const store = memoryStore()
    let restore: () => Promise<void> = async () => undefined
    const model = scriptedModel(async function* () {
      await restore()
      yield* answerOf(said('There.'))
    })
    const { session, request, branch } = await exampleSession(store, model)
    await runTurn(session, request)
    const before = (await store.branch(branch.id))?.head ?? null
    restore = () => store.moveBranch(branch.id, before)
    const { run, calls } = await runTurn(session, request)
    expect(run).toMatchObject({ state: 'failed', error: { code: 'branch-moved' } })
    expect((await store.branch(branch.id))?.head).toBe(before)
    const answer = await store.node(calls[0]?.node ?? '')
    const question = await store.node(answer?.parent ?? '')
    expect([question?.author, question?.parent]).toEqual(['human', before])
  })

  it('learns a smaller window from every failure where the provider does not say how much fits', async () => {
    const store = memoryStore()
    const model = scriptedModel((call) => {
      if (JSON.stringify(call.prompt).length > 12_000) throw new ModelFailure('too-long', 'Too long.')
      return answerOf(said('There.'))
    })
    const { session, request } = await exampleSession(store, model)
    const states: string[] = []
    for (let turn = 0; turn < 12; turn++) {
      const { run } = await runTurn(session, { ...request, message: textOf(`${turn} ${'word '.repeat(400)}`) })
      states.push(run.state)
    }
    expect(states.slice(0, 4)).toEqual(['done', 'done', 'done', 'done'])
    expect(states.filter((state) => state === 'failed').length).toBeLessThanOrEqual(1)
  })

  it('sends an excerpt of a long result, and keeps the whole', async () => {
    const store = memoryStore()
    const long = 'a line of output\n'.repeat(longestResult)
    const model = scriptedModel((_, number) => answerOf(number === 1 ? call('a', 'act') : said('Done.')))
    const { session, request, branch } = await exampleSession(store, model, { tools: [exampleTool('act', () => long)] })
    await runTurn(session, request)
    const held = (await path(store, branch.id))[2]?.parts[0]
    expect(held?.kind === 'tool-result' && resultText(held)).toBe(long)
    const sent = JSON.stringify(model.calls[1]?.prompt)
    expect(sent.length).toBeLessThan(longestResult)
    expect(sent).toContain('read_result with call_id')
  })

  it('ends after as many calls as it may take', async () => {
    const store = memoryStore()
    const model = scriptedModel((_, number) => answerOf(call(`${number}`, 'act')))
    const { session, request } = await exampleSession(store, model, { tools: [exampleTool('act', () => 'ok')] })
    const { run } = await runTurn(session, { ...request, maxSteps: 3 })
    expect(run.error?.code).toBe('too-many-steps')
    expect(model.calls).toHaveLength(3)
  })

  it('has its branch to itself, until its process is gone', async () => {
    const store = memoryStore()
    const model = scriptedModel(() => answerOf(said('There.')))
    const { session, request } = await exampleSession(store, model)
    const other = { ...session, owner: 'example 2' }
    let release: () => void = () => undefined
    const held = new Promise<void>((done) => {
      release = done
    })
    const slow = { ...other, loadModel: async () => held.then(() => model) }
    const first = runTurn(slow, request)
    await new Promise((done) => setTimeout(done, 5))
    await expect(runTurn({ ...session, isAlive: () => true }, request)).rejects.toMatchObject({ code: 'branch-busy' })
    const taken = await runTurn(session, request)
    expect(taken.run.state).toBe('done')
    expect((await store.runs({ limit: 5 })).map(({ state }) => state)).toEqual(['done', 'interrupted'])
    release()
    await first
  })
})
