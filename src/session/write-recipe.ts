import type { Budget } from '../core/budget.ts'
import { limitOf } from '../core/budget.ts'
import type { CachePrices } from '../core/cache/predecessor.ts'
import type { Digest } from '../core/content/digest.ts'
import type { Json } from '../core/content/json.ts'
import { characters } from '../core/content/measure.ts'
import type { Agent, Conversation } from '../history/conversation.ts'
import type { Route } from '../history/route.ts'
import { pinsShare } from '../loom/aware/loom-recipe.ts'
import { loomTools } from '../loom/operations/tools.ts'
import { addendumText } from '../loom/texts/addendum.ts'
import { type ModelFacts, safetyOf } from '../models/model-facts.ts'
import type { Store } from '../stores/store.ts'
import { workingBuffer } from './buffer.ts'
import { putBundles } from './bundles/attached.ts'
import type { CallRequest, CallSettings } from './call-request.ts'
import { defaultCallSettings } from './call-request.ts'
import { compactionsInForce } from './compact/compactions.ts'
import { branchTime } from './edits/branch-time.ts'
import { editsInForce } from './edits/edits.ts'
import type { Engine } from './engine.ts'
import { isLoomAware } from './loom-aware/plan-loom-aware.ts'
import { findPrevious } from './previous-call.ts'
import type { Recipe } from './recipe.ts'

/** Everything the call is planned from, as the store has it now. */
export async function writeRecipe(engine: Engine, request: CallRequest): Promise<Recipe> {
  const { store } = engine
  const { conversation, branch, agent = null, model, settings = defaultCallSettings } = request
  const measure = request.measure ?? model.measure
  const head = request.head ?? (await store.branch(branch.id))?.head ?? null
  const revision = await store.revision()
  const route = head === null ? null : await store.route(head, branch.id)
  const budget = budgetOf(request, settings)
  const bundles = await putBundles(engine, settings.bundles, { conversation, measure, limit: limitOf(budget) })
  const compactions = await putCompactions(engine, branch.id)
  const recipe: Recipe = {
    version: 2,
    conversation: conversation.id,
    mode: conversation.mode,
    branch: branch.id,
    head,
    route,
    revision,
    previous: null,
    edits: await putEdits(engine, branch.id),
    ...(compactions === null ? {} : { compactions }),
    prices: pricesOf(model),
    system: await putTexts(store, systemTexts(agent, conversation)),
    instructions: route === null ? [] : await instructionsOn(store, route, revision),
    ...(bundles.length === 0 ? {} : { bundles }),
    annotations: request.annotations ?? [],
    systemOn: conversation.mode === 'dialogue' || settings.bufferModeSystemContext,
    tools: await putTexts(store, toolTexts(agent, conversation, request.tools)),
    question: await questionOf(store, request),
    model: `${model.provider}:${model.name}`,
    measure,
    perMessage: perMessageOf(request),
    budget,
    historyStrategy: settings.truncationStrategy,
    minimumRecentNodes: settings.minimumRecentNodes,
    keep: settings.keep,
    pressure: settings.pressure,
    lowWater: settings.lowWater,
    repeats: settings.repeats,
    filesInWork: settings.filesInWork,
    shares: isLoomAware(agent, conversation) ? { pins: pinsShare, ...settings.shares } : settings.shares,
    target: request.target,
    options: {
      model: model.name,
      ...(settings.tokenBuffer > 0 ? { maxTokens: Math.min(settings.tokenBuffer, model.maxOutput) } : {}),
      ...(request.cacheBreakpoints === undefined ? {} : { cacheBreakpoints: request.cacheBreakpoints }),
    },
  }
  return { ...recipe, previous: await findPrevious(engine, recipe, model.cache?.lifetimeSeconds ?? null) }
}

async function putEdits(engine: Engine, branch: string): Promise<Digest | null> {
  const edits = await editsInForce(engine.store, branch, await branchTime(engine, branch))
  return edits.length === 0 ? null : await engine.store.putDocument(edits as unknown as Json)
}

async function putCompactions(engine: Engine, branch: string): Promise<Digest | null> {
  const compactions = await compactionsInForce(engine.store, branch, await branchTime(engine, branch))
  return compactions.length === 0 ? null : await engine.store.putDocument(compactions as unknown as Json)
}

function pricesOf({ cache }: ModelFacts): CachePrices | null {
  if (!cache) return null
  return { minimum: cache.minimumTokens, read: cache.readMultiplier, write: cache.writeMultiplier }
}

function putTexts(
  store: Store,
  texts: readonly { readonly id: string; readonly text: string }[],
): Promise<{ readonly id: string; readonly content: Digest }[]> {
  return Promise.all(texts.map(async ({ id, text }) => ({ id, content: await putText(store, text) })))
}

/** What comes next without being said: the question; at the end of a buffer its working buffer. */
async function questionOf(store: Store, { question, conversation, branch, head }: CallRequest): Promise<Digest | null> {
  if (question !== undefined) return await store.putContent(question)
  const isAtEnd = head === undefined || head === (await store.branch(branch.id))?.head
  if (conversation.mode !== 'buffer' || !isAtEnd) return null
  const text = await workingBuffer(store, branch.id)
  return text === '' ? null : await putText(store, text)
}

async function instructionsOn(store: Store, route: Route, revision: number): Promise<Recipe['instructions']> {
  const found: { id: string; content: string }[] = []
  for (const id of await store.instructions(route, revision)) {
    const node = await store.node(id)
    if (node) found.push({ id, content: node.content })
  }
  return found
}

function systemTexts(agent: Agent | null, conversation: Conversation): { id: string; text: string }[] {
  const texts = [
    { id: 'system:agent', text: agent?.systemPrompt ?? '' },
    { id: 'system:conversation', text: conversation.system ?? '' },
    { id: 'system:loom', text: isLoomAware(agent, conversation) ? addendumText(agent.permissions) : '' },
  ]
  return texts.filter(({ text }) => text.trim() !== '')
}

/** A tool is named after itself; where two have one name, the later also by its place. What a request names is all there is. */
function toolTexts(
  agent: Agent | null,
  conversation: Conversation,
  given: CallRequest['tools'],
): { id: string; text: string }[] {
  const loom = isLoomAware(agent, conversation) ? loomTools(agent.permissions) : []
  const tools = given ?? [...conversation.tools, ...loom]
  const names = tools.map(({ name }) => name)
  return tools.map((tool, at) => {
    const isFirst = names.indexOf(tool.name) === at
    return { id: isFirst ? `tool:${tool.name}` : `tool:${tool.name}#${at + 1}`, text: JSON.stringify(tool) }
  })
}

function putText(store: Store, text: string): Promise<string> {
  return store.putContent([{ kind: 'text', text }])
}

/** What each message of a call costs besides its content. */
export function perMessageOf({ conversation, model, measure = model.measure }: CallRequest): number {
  return conversation.mode === 'buffer' || measure === characters.id ? 0 : model.messageOverhead
}

/** What a call may take. */
export function budgetOf({ model, budget }: CallRequest, settings: CallSettings): Budget {
  const reserved = settings.tokenBuffer
  const safety =
    settings.safety === null
      ? safetyOf(model, model.window, reserved)
      : Math.ceil(settings.safety * Math.max(0, model.window - reserved))
  const own = { window: model.window, reserved, safety }
  return budget === undefined || budget >= limitOf(own) ? own : { window: budget, reserved: 0, safety: 0 }
}
