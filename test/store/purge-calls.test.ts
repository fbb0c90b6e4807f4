import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Part } from '../../src/core/content/part.ts'
import type { Call } from '../../src/history/calls/call.ts'
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts'
import { checkStore } from '../../src/stores/sqlite/upkeep/check.ts'
import { purge } from '../../src/stores/sqlite/upkeep/purge/purge.ts'
import type { Store } from '../../src/stores/store.ts'
import {
  sampleCall,
  sampleOutcome,
  sampleRun,
  sampleTrace,
} from '../../src/testing/store-contract/calls/sample-calls.ts'
import { nodeOf, sampleId, started, textNode } from '../../src/testing/store-contract/samples.ts'

const secret = 'swordfish-7731-never-to-be-read'
const short = 'pw:7731'

let folder = ''
let path = ''
let store: Store
let place: { conversation: string; branch: string }
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-purge-calls-'))
  path = join(folder, 'heddle.db')
  store = sqliteStore(path)
  place = await started(store, 1)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The files in which the bytes of a text stand. */
function filesWith(text: string): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text))
}

const write = (callId: string, text: string): Part => ({
  kind: 'tool-call',
  callId,
  name: 'write_file',
  input: { path: `${text}.txt`, text },
})
const wrote = (callId: string, text: string): Part => ({
  kind: 'tool-result',
  callId,
  content: [{ kind: 'text', text }],
})

/** A question, an answer that calls a tool twice, one node with both results, and an answer to these. */
async function converse(text: string, { input = text, result = text } = {}): Promise<readonly [Call, Call]> {
  await store.append(
    [
      textNode(1, null, 'What is it?'),
      nodeOf(2, sampleId(1), 'model', [write('a', input), write('b', 'else')]),
      nodeOf(3, sampleId(2), 'tool', [wrote('a', result), wrote('b', 'it is something else')]),
      nodeOf(4, sampleId(3), 'model', [{ kind: 'text', text: 'There it is.' }]),
    ],
    { ...place, measures: [] },
  )
  return [await called(2, input, result), await called(4, 'what is harmless', 'and so it is')]
}

/** A call whose answer is in a node, with everything that can come of it, all with the text. */
async function called(number: number, text: string, result: string): Promise<Call> {
  const error = { code: 'model-server', message: `It fell over ${text}` }
  const run = sampleRun(700 + number, place, { error })
  const call = sampleCall(number + 100, place, {
    node: sampleId(number),
    run: run.id,
    plan: String(number).repeat(64),
    parameters: { maxOutputTokens: 5, providerOptions: { made: { instructions: text, effort: 3 } } },
    rawUsage: { in: 7, said: text },
    rawFinish: text,
    responseId: text,
    error,
    retries: [{ ...error, waited: 1, at: 2 }],
  })
  await store.putRun(run)
  await store.putCall(call)
  await store.putToolTrace(
    sampleTrace(call.id, 'a', 5, {
      input: { path: text, text },
      result: await store.putContent([wrote('a', result)]),
      error: text,
      changes: [{ path: text, before: null, after: null, diff: `+ ${text}\n` }],
    }),
  )
  await store.putToolTrace(sampleTrace(call.id, 'b', 6, { name: text, permitted: 'not-asked', input: text }))
  await store.addOutcome(sampleOutcome(number + 200, call, { verdict: 'rejected', note: `No: ${text}` }))
  const kinds = [{ section: 'history', form: 'full', used: 1, unused: 2, unnamed: 3 }]
  const items = [{ id: text, section: 'history', form: 'full', state: 'used', by: text }]
  const reflection = { version: 1, kinds, items, askedLater: [], lacking: [] }
  await store.putReflection({ ...place, call: call.id, plan: call.plan, reflection, at: 7 })
  return call
}

const everything = async (call: Call): Promise<unknown> => [
  await store.call(call.id),
  await store.run(call.run),
  await store.toolTraces([call.id]),
  await store.outcomes({ call: call.id, limit: 5 }),
  await store.reflections({ plan: call.plan, limit: 5 }),
]

describe('purging what calls hold', () => {
  it('takes every text of a call whose answer is purged, keeps its figures, and leaves other calls alone', async () => {
    const [call, other] = await converse(secret)
    const before = await everything(other)
    expect(filesWith(secret)).not.toEqual([])
    purge(path, { nodes: [sampleId(2), sampleId(3)] })
    expect(filesWith(secret)).toEqual([])
    const error = { code: 'model-server', message: '' }
    expect(await store.call(call.id)).toEqual({
      ...call,
      parameters: { maxOutputTokens: 5, providerOptions: { made: { effort: 3 } } },
      rawUsage: { in: 7 },
      rawFinish: null,
      responseId: null,
      error,
      retries: [{ ...error, waited: 1, at: 2 }],
    })
    expect(await store.run(call.run)).toMatchObject({ state: 'queued', error })
    expect(await store.toolTraces([call.id])).toMatchObject([
      { callId: 'a', name: 'write_file', input: null, error: '', size: 12, endedAt: 8, changes: [] },
      { callId: 'b', name: '', input: null, error: null, changes: [] },
    ])
    expect(await store.outcomes({ call: call.id, limit: 5 })).toMatchObject([{ verdict: 'rejected', note: null }])
    expect(await store.reflections({ plan: call.plan, limit: 5 })).toMatchObject([
      { reflection: { version: 1, kinds: [{ used: 1, unused: 2, unnamed: 3 }], items: [] } },
    ])
    expect(await everything(other)).toEqual(before)
    expect(checkStore(path)).toMatchObject({ healthy: true, findings: [] })
  })

  it('takes texts that are too short to be recognised, with the results that were stored by themselves', async () => {
    const [call] = await converse(short)
    const [trace] = await store.toolTraces([call.id])
    expect((await store.contents([trace?.result ?? ''])).size).toBe(1)
    purge(path, { nodes: [sampleId(2), sampleId(3)] })
    expect(filesWith(short)).toEqual([])
    expect(await store.purged([trace?.result ?? ''])).toEqual(new Set([trace?.result]))
    expect(checkStore(path)).toMatchObject({ healthy: true, findings: [] })
  })

  it('takes the text of a call of which only the result is purged', async () => {
    const [call, other] = await converse(short, { input: 'harmless' })
    const before = await everything(other)
    expect((await store.toolTraces([call.id]))[0]).toMatchObject({ input: { path: 'harmless' } })
    purge(path, { nodes: [sampleId(3)] })
    expect(filesWith(short)).toEqual([])
    expect((await store.toolTraces([call.id]))[0]).toMatchObject({ input: null, changes: [] })
    expect(await everything(other)).toEqual(before)
  })

  it('takes the text of calls whose plan goes', async () => {
    const [, other] = await converse(secret)
    const content = (await store.node(sampleId(1)))?.content ?? ''
    const inputs = await store.putDocument({})
    const decisions = await store.putDocument({ kept: [{ id: sampleId(1), section: 'input', content }] })
    await store.putPlan({ ...place, id: other.plan, head: null, inputs, decisions, request: '', createdAt: 1 })
    expect(purge(path, { nodes: [sampleId(1)] }).plans).toEqual([other.plan])
    expect(filesWith('what is harmless')).toEqual([])
    expect((await store.call(other.id))?.usage).toEqual(other.usage)
    expect(filesWith(secret)).toEqual(['heddle.db'])
  })

  it('takes longer stretches of a purged text out of calls that have nothing to do with it, diffs included', async () => {
    await converse('fine')
    const long = `first line\nthe second line has the ${secret}\nthird line`
    await store.append([textNode(5, sampleId(4), long)], { ...place, measures: [] })
    const later = sampleCall(300, place, { node: sampleId(6) })
    await store.putCall(later)
    const diff = `@@ -1 +1 @@\n context\n+the second line has the ${secret}\n`
    await store.putToolTrace(
      sampleTrace(later.id, 'a', 5, { changes: [{ path: 'a', before: null, after: null, diff }] }),
    )
    await store.putToolTrace(sampleTrace(later.id, 'b', 6))
    await store.addOutcome(sampleOutcome(301, later, { note: `the second line has the ${secret}` }))
    purge(path, { nodes: [sampleId(5)] })
    expect(filesWith(secret)).toEqual([])
    const [first, second] = await store.toolTraces([later.id])
    expect(first?.changes).toEqual([])
    expect(second).toEqual(sampleTrace(later.id, 'b', 6))
  })

  it('of a conversation takes the text of all its calls and runs, and of no other', async () => {
    const [call] = await converse(short)
    const [trace] = await store.toolTraces([call.id])
    await store.putRun(sampleRun(790, place, { error: { code: 'x', message: short } }))
    const elsewhere = await started(store, 2)
    const other = sampleCall(900, elsewhere)
    await store.putCall(other)
    purge(path, { conversation: place.conversation })
    expect(filesWith(short)).toEqual([])
    expect(await store.purged([trace?.result ?? ''])).toEqual(new Set([trace?.result]))
    expect((await store.calls({ conversation: place.conversation, limit: 9 })).length).toBe(2)
    expect(await store.call(other.id)).toEqual(other)
    expect(checkStore(path)).toMatchObject({ healthy: true, findings: [] })
  })

  it('names a purged node no more in the reflections of other calls, and changes nothing the second time', async () => {
    const [, other] = await converse(short)
    const reflection = { version: 1, kinds: [], items: [], lacking: [{ id: sampleId(3), paths: [short] }] }
    await store.putReflection({ ...place, call: other.id, plan: other.plan, reflection, at: 7 })
    purge(path, { nodes: [sampleId(2), sampleId(3)] })
    expect(filesWith(short)).toEqual([])
    const before = await everything(other)
    purge(path, { nodes: [sampleId(2), sampleId(3)] })
    expect(await everything(other)).toEqual(before)
  })
})
