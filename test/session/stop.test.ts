import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setCurrent } from '../../src/config/current.ts'
import type { Branch } from '../../src/history/node.ts'
import { fork, say, startConversation } from '../../src/session/say.ts'
import { inTurn, type ReplyPart, says } from '../../src/testing/provider/reply.ts'
import { makePlace, models, type Place } from './place.ts'
import { makeTurns, type Turns } from './turns.ts'

const begun: readonly ReplyPart[] = [{ kind: 'text', text: 'One, two, three, four, five, six, seven, eight, nine.' }]

let place: Place
let conversation: string
let branches: readonly [Branch, Branch]
beforeEach(async () => {
  place = await makePlace(inTurn({ kind: 'hang', parts: begun, after: 2 }))
  const { engine, store, paths, close } = await place.open()
  const started = await startConversation(engine)
  await say(engine, started.branch, { author: 'human', parts: [{ kind: 'text', text: 'Let us begin.' }] })
  const main = (await store.branch(started.branch.id)) ?? started.branch
  branches = [main, await fork(engine, main, 'other')]
  conversation = started.conversation.id
  await setCurrent(paths, conversation)
  await close()
})
afterEach(() => place.remove())

function start({ name }: Branch): Turns {
  const { folder, env } = place
  return makeTurns({ folder, conversation, branch: name, model: models[0], turns: 1, said: 'Count', moment: null }, env)
}

/** Once the model has begun to speak. */
async function untilSpeaking(turns: Turns): Promise<void> {
  while (turns.lines().filter((line) => line === 'text-delta').length < 2)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('heddle runs stop, in another process than the turn', () => {
  it('ends the turn and keeps what there is of the answer, and the branch can be gone on with', async () => {
    const turns = start(branches[0])
    await untilSpeaking(turns)
    expect((await place.heddle(['runs', 'stop', 'main'])).code).toBe(0)
    expect(await turns.ended).toBe(0)
    expect(turns.lines().at(-1)).toBe('end stopped')
    const { store, close } = await place.open()
    const [run] = await store.runs({ limit: 2 })
    expect(run).toMatchObject({ state: 'stopped', stopAsked: true, error: { code: 'model-aborted' } })
    const [call] = await store.calls({ limit: 2 })
    expect(call).toMatchObject({ state: 'interrupted', finish: null, error: { code: 'model-aborted' } })
    const node = await store.node(call?.node ?? '')
    expect((await store.branch(branches[0].id))?.head).toBe(node?.id)
    const said = (await store.contents([node?.content ?? ''])).get(node?.content ?? '')
    expect(said).toEqual([{ kind: 'text', text: 'One, two, three, four, five, six,' }])
    await close()
    place.provider.use(inTurn(says('Ten.')))
    expect(await place.heddle(['ask', 'Go on.'])).toMatchObject({ code: 0, out: 'Ten.\n' })
  })

  it('ends no other: neither the one on another branch, nor the next one', async () => {
    const [first, other] = branches.map(start) as [Turns, Turns]
    await Promise.all([first, other].map(untilSpeaking))
    expect((await place.heddle(['runs', 'stop', 'other'])).code).toBe(0)
    expect(await other.ended).toBe(0)
    expect(other.lines().at(-1)).toBe('end stopped')
    const { store, close } = await place.open()
    expect(await store.runs({ states: ['running'], limit: 5 })).toMatchObject([{ branch: branches[0].id }])
    expect(await place.heddle(['ask', 'Wait.'])).toMatchObject({ code: 1, err: expect.stringContaining('runs stop') })
    expect((await place.heddle(['runs', 'stop', '--all'])).code).toBe(0)
    expect(await first.ended).toBe(0)
    expect(first.lines().at(-1)).toBe('end stopped')
    await close()
  })

  it('gives up a run whose process was killed', async () => {
    const turns = start(branches[0])
    await untilSpeaking(turns)
    turns.kill()
    await turns.ended
    expect((await place.heddle(['runs', 'stop', 'main'])).code).toBe(0)
    const { store, close } = await place.open()
    expect(await store.runs({ limit: 2 })).toMatchObject([{ state: 'interrupted', error: { code: 'interrupted' } }])
    expect(await store.calls({ limit: 2 })).toMatchObject([{ state: 'interrupted' }])
    await close()
  })
})
