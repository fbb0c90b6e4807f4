import type { Json } from '../../core/content/json.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { plan } from '../../core/plan.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { Agent, Conversation } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import { readHeaderState, readMemory, writeHeaderState } from '../../loom/aware/branch-state.ts'
import { readHeaders, writeHeaders } from '../../loom/aware/headers.ts'
import { memoryFacts } from '../../loom/aware/memory-facts.ts'
import { writePins } from '../../loom/aware/pins.ts'
import { type HeaderState, type Headers, unchangedStart } from '../../loom/state/sent-headers.ts'
import type { LoomContext } from '../../loom/texts/context.ts'
import type { Engine } from '../engine.ts'
import { gather } from '../gather/gather.ts'
import type { Recipe } from '../recipe.ts'

/** Whose call is planned, and where. */
export interface LoomCall {
  readonly agent: Agent
  readonly conversation: Conversation
  readonly branch: Branch
}

/** A recipe with the plan that it makes. */
export interface MadePlan {
  readonly recipe: Recipe
  readonly made: ContextPlan | Refusal
}

/** Whether an agent is told of the tree: it has the permission, and the conversation is a dialogue. */
export function isLoomAware(agent: Agent | null, conversation: Conversation): agent is Agent {
  return conversation.mode === 'dialogue' && agent?.permissions.includes('loom_aware') === true
}

/**
 * Plans for a loom-aware agent, from a recipe that lacks only the loom. Headers stay as they were sent; where the sent
 * prefix breaks (a cut, a fork), those behind the break are written anew and the plan is made once more. What was sent is
 * remembered with the branch.
 */
export async function planLoomAware(engine: Engine, base: Recipe, call: LoomCall): Promise<MadePlan> {
  const { store } = engine
  const measure = await engine.loadMeasure(base.measure)
  const { candidates } = await gather(store, measure, base)
  const path = { conversation: base.conversation, head: base.head, candidates }
  const state = await readHeaderState(store, call.branch.id)
  const known = state ? await readHeaders(store, state.headers) : {}
  const before = state?.sent ?? []
  const attempts = await prepareAttempts(engine, measure, base, call)

  const headers = await writeHeaders(store, path, known)
  const first = await settle(attempts, headers, before)
  const sent = sentNodes(first, headers)
  const unchanged = unchangedStart(before, sent)
  const isBroken = sent.some((node) => !unchanged.has(node) && known[node] !== undefined)
  const last = isBroken ? await settle(attempts, await writeHeaders(store, path, only(known, unchanged)), sent) : first
  if (last.made.kind === 'plan') await remember(engine, call.branch, state, last, sentNodes(last, headers))
  return last
}

/** Plans with these headers. A node that is in sight and in `shown` is not shown a second time. */
interface Attempts {
  readonly inSight: ReadonlySet<string>
  make(headers: Headers, shown: ReadonlySet<string>): Promise<MadePlan>
}

/** What is the same in every attempt is read once. */
async function prepareAttempts(engine: Engine, measure: Measure, base: Recipe, call: LoomCall): Promise<Attempts> {
  const { store } = engine
  const before = await engine.loadMeasure(base.previous?.measure ?? base.measure)
  const memory = await memoryFacts(store, measure, call.branch.id, await readMemory(store, call.branch.id))
  const context = await contextOf(engine, base, call)
  return {
    inSight: new Set(memory.nodes.map(({ node }) => node.id)),
    make: async (headers, shown) => {
      const pins = await writePins(store, memory, context, shown)
      const recipe: Recipe = { ...base, loom: { headers: await store.putDocument(headers as Json), pins } }
      return { recipe, made: plan(await gather(store, measure, recipe, before)) }
    },
  }
}

/**
 * The plan in which what is in sight is shown once: in the conversation where that sends it, else next to the input. It is
 * guessed from what was sent before; where no guess holds, everything in sight is shown next to the input.
 */
async function settle({ inSight, make }: Attempts, headers: Headers, before: readonly string[]): Promise<MadePlan> {
  let shown = new Set(before.filter((node) => inSight.has(node)))
  for (let round = 1; round <= 2; round++) {
    const made = await make(headers, shown)
    const now = new Set(sentNodes(made, headers).filter((node) => inSight.has(node)))
    if (made.made.kind === 'refusal' || isSame(now, shown)) return made
    shown = now
  }
  return await make(headers, new Set())
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each))
}

async function contextOf(
  { store }: Engine,
  base: Recipe,
  { agent, conversation, branch }: LoomCall,
): Promise<LoomContext> {
  const head = base.head === null ? undefined : await store.node(base.head)
  return {
    title: conversation.title,
    mode: conversation.mode,
    nodes: await store.nodeCount(conversation.id),
    branches: (await store.branches(conversation.id)).length,
    branch: branch.name,
    at: head?.shortId ?? null,
    depth: base.route === null ? 0 : (await store.length(base.route)) - 1,
    permissions: agent.permissions,
  }
}

/** The nodes that are sent, in path order. */
function sentNodes({ made }: MadePlan, headers: Headers): string[] {
  if (made.kind === 'refusal') return []
  return made.kept.flatMap((entry) => (entry.kind === 'kept' && headers[entry.id] !== undefined ? [entry.id] : []))
}

function only(headers: Headers, nodes: ReadonlySet<string>): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([node]) => nodes.has(node)))
}

/** A plan for the beginning of what was sent before, such as one up to an earlier node, changes nothing. */
async function remember(
  engine: Engine,
  branch: Branch,
  before: HeaderState | undefined,
  { recipe }: MadePlan,
  sent: readonly string[],
): Promise<void> {
  const headers = recipe.loom?.headers
  if (headers === undefined) return
  const isBeginning = before !== undefined && sent.every((node, at) => before.sent[at] === node)
  if (isBeginning && (sent.length < before.sent.length || headers === before.headers)) return
  await writeHeaderState(engine.store, branch.id, { headers, sent }, engine.now())
}
