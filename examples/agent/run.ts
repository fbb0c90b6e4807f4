import { join } from 'node:path'
import {
  type ContextPlan,
  type HeddleWorkspace,
  modelFacts,
  openWorkspace,
  replay,
  type SessionEvent,
  type SimulatedCall,
  simulate,
  simulationTotal,
  textOf,
  usageReport,
} from '../../src/index.ts'
import { startProvider } from '../../src/testing/testing.ts'
import { playing } from './player.ts'
import { makeProject } from './project.ts'
import { cutLines, diffLines, planLines, toolLines } from './report.ts'
import { count, percent, table } from './table.ts'
import { checks, task, work } from './task.ts'

// An agent works on a copy of this repository's src/core, in one turn, with little room for each call. Its model is played
// by a provider on this machine; everything else is real: tools, compiler, tests, requests over HTTP, the provider's cache.

const model = 'openai:gpt-5'
const budget = 9_000
const repository = join(import.meta.dirname, '../..')

const provider = await startProvider({ script: playing(work) })
const project = await makeProject(model, provider.url)
try {
  const events: SessionEvent[] = []
  const workspace = await openWorkspace(project.root, {
    env: project.env,
    approve: async () => 'once',
    listen: (event) => events.push(event),
  })
  const conversation = await workspace.begin({ system: 'You work on a TypeScript project, with the tools you have.' })

  heading('The task', task)
  const result = await conversation.send(task, { budget })
  const plans = events.flatMap((event) => (event.kind === 'plan-end' ? [event.plan] : []))
  print(...toolLines(events), '', textOf(result) || `${result.run.error?.message}`)

  heading('What was changed')
  print(...(await diffLines(repository, project.root, changedPaths(events))))

  heading(`What had to change in what is sent, of ${plans.length} calls`)
  print(...cutLines(plans))

  heading('The plan of the last call')
  print(...plans.slice(-1).flatMap((plan) => planLines(plan, events)))

  heading('What was sent')
  print(...(await comparison(workspace, plans)))

  heading('Replay')
  const replays = await Promise.all(plans.map(({ id }) => replay(workspace.engine, id)))
  const same = replays.filter((each) => each.same).length
  print(`${same} of ${plans.length} plans come out the same again, and so do their requests, byte for byte`)

  const isDone = result.run.state === 'done' && Object.values(checks).every((command) => passed(events, command))
  print(isDone ? 'The task is done: types and tests pass.' : 'The task is not done.')
  await workspace.close()
  process.exitCode = isDone && same === plans.length ? 0 : 1
} finally {
  await provider.close()
  await project.remove()
}

/** What the provider counted, beside what a loop would have sent that sends everything each time. */
async function comparison({ engine }: HeddleWorkspace, plans: readonly ContextPlan[]): Promise<string[]> {
  const facts = modelFacts(model)
  const { all } = await usageReport(engine.store, { limit: 1000 }, () => facts.prices)
  const { input, cachedRead } = all.tokens
  const largest = Math.max(...provider.requests.map(({ tokens }) => tokens))
  const whole = await everything(engine, plans)
  const dollars = (fresh: number, cached: number): string =>
    `$${((fresh * (facts.prices?.input ?? 0) + cached * (facts.prices?.cachedRead ?? 0)) / 1e6).toFixed(3)}`
  const row = (name: string, fresh: number, cached: number, most: number): string[] => {
    const sum = fresh + cached
    return [name, count(sum), count(most), percent(cached / sum), dollars(fresh, cached)]
  }
  return [
    ...table(
      ['', 'input', 'largest', 'cached', 'cost'],
      [
        row('Heddle', input, cachedRead, largest),
        row('everything', whole.sum - whole.cached, whole.cached, whole.largest),
      ],
      [1, 2, 3, 4],
    ),
    '',
    `Heddle: as the provider counted; its estimates were off by ${((all.estimate.error ?? 0) * 100).toFixed(1)} % (median).`,
    'everything: the same calls planned again without a limit.',
  ]
}

/** The same calls without a limit. Tools are the turn's, so they are added. */
async function everything(
  engine: HeddleWorkspace['engine'],
  plans: readonly ContextPlan[],
): Promise<{ readonly sum: number; readonly cached: number; readonly largest: number }> {
  const [stored] = await engine.store.plans({ limit: 1 })
  const conversation = stored && (await engine.store.conversation(stored.conversation))
  const branch = stored && (await engine.store.branch(stored.branch))
  if (!conversation || !branch) throw new Error('nothing was planned')
  const calls: SimulatedCall[] = []
  for await (const call of simulate(engine, { conversation, branch, model: modelFacts(model) })) calls.push(call)
  const { used, shared, mostUsed } = simulationTotal(calls)
  const tools = plans[0]?.budget.sections.find(({ section }) => section === 'tools')?.used ?? 0
  return {
    sum: used + calls.length * tools,
    cached: shared + (calls.length - 1) * tools,
    largest: mostUsed + tools,
  }
}

function changedPaths(events: readonly SessionEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'tool-end' ? event.trace.changes.map(({ path }) => path) : []))
}

/** Whether a command went well when it was run last. */
function passed(events: readonly SessionEvent[], command: string): boolean {
  const runs = events.flatMap((event) => (event.kind === 'tool-end' ? [event.trace] : []))
  const last = runs.findLast(({ input }) => JSON.stringify(input) === JSON.stringify({ command }))
  return last?.exitCode === 0
}

function heading(title: string, text = ''): void {
  print('', `${title}`, '─'.repeat(title.length), ...(text === '' ? [] : [text, '']))
}

function print(...lines: readonly string[]): void {
  for (const line of lines) console.log(line)
}
