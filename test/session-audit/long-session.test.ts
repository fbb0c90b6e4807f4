import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/config/open.ts'
import { openSession } from '../../src/config/session/open-session.ts'
import { turnRequest } from '../../src/config/session/turn.ts'
import { replay } from '../../src/session/replay.ts'
import { startConversation } from '../../src/session/say.ts'
import { runTurn } from '../../src/session/turn/run-turn.ts'
import { calls, type Script, says } from '../../src/testing/provider/reply.ts'
import { makePlace, models, type Place } from '../session/place.ts'

/** A file, a search, and a long answer for each turn. */
function reads(): Script {
  const steps = new Map<string, number>()
  return ({ messages }) => {
    const said = messages.findLast(({ role }) => role === 'user')?.text ?? ''
    const step = steps.get(said) ?? 0
    steps.set(said, step + 1)
    if (step === 0) return calls({ name: 'read_file', input: { path: 'notes.md' } })
    if (step === 1) return calls({ name: 'search', input: { pattern: 'loom' } })
    return says('The heddle lifts some of the threads. '.repeat(60))
  }
}

const turns = 12

let place: Place
beforeEach(async () => {
  place = await makePlace(reads())
})
afterEach(() => place.remove())

async function talk(workspace: Workspace, model: string): Promise<string> {
  const session = openSession(workspace)
  const started = await startConversation(workspace.engine, { system: 'You help with looms.' })
  for (let turn = 1; turn <= turns; turn++) {
    const message = [{ kind: 'text', text: `${turn}: ${'and then the weaver throws the shuttle '.repeat(8)}` } as const]
    const { run } = await runTurn(session, await turnRequest(workspace, started, message, { model }))
    expect(run).toMatchObject({ state: 'done', error: null })
  }
  return started.branch.id
}

describe.each(models)('a session of %s', (model) => {
  it('replays every plan, also by learned measures, after a restart and when the files have changed', async () => {
    const first = await place.open()
    const branch = await talk(first, model)
    expect(await first.store.calibrations(model)).not.toEqual([])
    await first.close()
    await writeFile(join(place.folder, 'notes.md'), 'Nothing is as it was.\n')
    const { engine, store, close } = await place.open()
    const plans = await store.plans({ branch, limit: 1000 })
    expect(plans).toHaveLength(turns * 3)
    for (const { id } of plans) expect(await replay(engine, id)).toMatchObject({ same: true, where: null })
    const measures = new Set((await store.calls({ branch, limit: 1000 })).map(({ estimate }) => estimate.measure))
    expect(measures.size).toBeGreaterThan(1)
    await close()
  })

  it('counts in a measure that is known, and says for every call what the provider counted', async () => {
    const workspace = await place.open()
    const branch = await talk(workspace, model)
    const made = await workspace.store.calls({ branch, limit: 1000 })
    const known = new Set(['estimate', ...(await workspace.store.calibrations(model)).map(({ measure }) => measure)])
    for (const { estimate, usage, state, plan, rawUsage } of made) {
      expect(state).toBe('done')
      expect(known).toContain(estimate.measure)
      expect((await workspace.store.plan(plan))?.id).toBe(plan)
      expect(usage?.input).toBeGreaterThanOrEqual(0)
      expect(rawUsage).not.toBeNull()
    }
    await workspace.close()
  })
})

it('leaves the prefix alone, so that a provider that caches by itself reads most of the input from its cache', async () => {
  const workspace = await place.open()
  await talk(workspace, models[1])
  const sums = place.provider.requests.reduce(
    (sum, { tokens, cached }) => ({ tokens: sum.tokens + tokens, cached: sum.cached + cached }),
    { tokens: 0, cached: 0 },
  )
  expect(sums.cached / sums.tokens).toBeGreaterThan(0.8)
  await workspace.close()
})
