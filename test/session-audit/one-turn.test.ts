import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { fitMessages } from '../../src/ai-sdk/ai-sdk.ts'
import type { ContextPlan } from '../../src/core/context-plan.ts'
import { readPlan } from '../../src/session/replay.ts'
import { inTurn, says } from '../../src/testing/provider/reply.ts'
import { makePlace, models, type Place } from '../session/place.ts'

let place: Place
beforeEach(async () => {
  place = await makePlace(inTurn(says('Yes. '.repeat(100))))
})
afterEach(() => place.remove())

async function heddle(...line: string[]): Promise<string> {
  const { code, out, err } = await place.heddle(line)
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  return out
}

function sent({ kept }: ContextPlan): unknown[] {
  return kept.map((entry) => (entry.kind === 'kept' ? [entry.section, entry.form, entry.size] : entry.kind))
}

it('asks with the decisions that `plan --tools` showed, turn after turn', async () => {
  for (let turn = 1; turn <= 6; turn++) {
    const question = `${turn} ${'word '.repeat(500)}`
    const shown =
      turn === 1 ? null : JSON.parse(await heddle('plan', '--tools', question, '--model', models[1], '--json'))
    await heddle('ask', question, '--model', models[1])
    const { engine, store, close } = await place.open()
    const [call] = await store.calls({ limit: 1 })
    const made = await readPlan(engine, call?.plan ?? '')
    if (shown !== null && made) expect(sent(made)).toEqual(sent(shown.plan))
    await close()
  }
})

const feedback = z.object({ feedback: z.object({ hitRate: z.number(), kinds: z.array(z.looseObject({})) }) })

it('counts what an answer used as a person would', async () => {
  await writeFile(join(place.folder, 'a.ts'), 'export function alpha() { return "one" }\n')
  await writeFile(join(place.folder, 'b.ts'), 'export function beta() { return 1 }\n')
  const read = (path: string) => ({ kind: 'tool-call', name: 'read_file', input: { path } }) as const
  place.provider.use(
    inTurn({ kind: 'answer', parts: [read('a.ts')] }, { kind: 'answer', parts: [read('b.ts')] }, says('See a.ts.')),
  )
  await heddle('ask', 'What does it say?', '--model', models[1])
  const { feedback: figures } = feedback.parse(JSON.parse(await heddle('stats', '--json')))
  // Tools: two of three calls used one of seven. History of the second call: the question, and a.ts, unused; of the third: a.ts
  // with its call used, b.ts with its call unused.
  expect(figures.kinds).toMatchObject([
    { section: 'tools', form: 'full', used: 2, unused: 19 },
    { section: 'history', form: 'full', used: 2, unused: 4, unnamed: 2 },
    { section: 'input', form: 'full', used: 0, unused: 0, unnamed: 1 },
  ])
  // Tools aside.
  expect(figures.hitRate).toBeCloseTo(1 / 3)
})

it('plans chat messages, input items and Anthropic messages of the same texts alike', async () => {
  const said = Array.from({ length: 30 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    text: `${at} ${'word '.repeat(200)}`,
  }))
  const kinds = [
    said.map(({ role, text }) => ({ role, content: text })),
    said.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] })),
    said.map(({ role, text }) => {
      const type = role === 'user' ? 'input_text' : 'output_text'
      return { type: 'message', role, content: [{ type, text }] }
    }),
  ]
  const fitted = await Promise.all(kinds.map((messages) => fitMessages<unknown>(messages, { budget: 3000 })))
  const plans = fitted.map((each) => (each.kind === 'fitted' ? each.plan : null))
  expect(plans[0]?.truncation.truncated).toBe(true)
  expect(new Set(plans.map((plan) => plan?.id)).size).toBe(1)
})
