import type { Budget, Shares } from '../core/budget.ts'
import { limitOf } from '../core/budget.ts'
import type { Digest } from '../core/content/digest.ts'
import type { Json } from '../core/content/json.ts'
import { characters } from '../core/content/measure.ts'
import type { Part } from '../core/content/part.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import { plan } from '../core/plan.ts'
import type { HistoryStrategy } from '../core/plan-input.ts'
import type { Refusal } from '../core/refusal.ts'
import type { RenderTarget } from '../core/render/render.ts'
import type { Agent, Conversation } from '../history/conversation.ts'
import type { Branch } from '../history/node.ts'
import type { Route } from '../history/route.ts'
import { pinsShare } from '../loom/aware/loom-recipe.ts'
import { loomTools } from '../loom/operations/tools.ts'
import { addendumText } from '../loom/texts/addendum.ts'
import { type ModelFacts, safetyOf } from '../models/model-facts.ts'
import type { Store, StoredPlan } from '../stores/store.ts'
import { workingBuffer } from './buffer.ts'
import type { Engine } from './engine.ts'
import { gather } from './gather/gather.ts'
import { isLoomAware, type MadePlan, planLoomAware } from './loom-aware/plan-loom-aware.ts'
import type { Recipe } from './recipe.ts'
import { type RenderedRequest, renderRequest } from './request.ts'

/** What a person may set about a call. */
export interface CallSettings {
  readonly truncationStrategy: HistoryStrategy
  readonly minimumRecentNodes: number
  /** Reserved for the answer. */
  readonly tokenBuffer: number
  /** The fraction of the window less the reserve that is kept back because counts may be off; null: by the model's rule. */
  readonly safety: number | null
  readonly shares: Shares
  readonly bufferModeSystemContext: boolean
}

/** What holds where nobody has set anything. */
export const defaultCallSettings: CallSettings = {
  truncationStrategy: 'truncateMiddle',
  minimumRecentNodes: 4,
  tokenBuffer: 1024,
  safety: null,
  shares: {},
  bufferModeSystemContext: false,
}

/** A call to be planned. */
export interface CallRequest {
  readonly conversation: Conversation
  /** Planned up to its head as it is in the store, unless `head` says otherwise. */
  readonly branch: Branch
  /** Plans up to this node of the branch instead. */
  readonly head?: string
  /** Plans for this as the next message, without saying it. */
  readonly question?: readonly Part[]
  /** The agent that answers. Default: none. */
  readonly agent?: Agent | null
  readonly model: ModelFacts
  /** Default `defaultCallSettings`. */
  readonly settings?: CallSettings
  /** A limit of its own for the input; the model's holds where it is smaller. */
  readonly budget?: number
  /** Counts in this measure instead of the model's. */
  readonly measure?: string
  readonly target: RenderTarget
  /** Ids of notes on the path that are to be sent. Default: none. */
  readonly annotations?: readonly string[]
  /** Cache breakpoints where sections end, for a provider that wants to be told. Default: none. */
  readonly cacheBreakpoints?: boolean
}

/** A planned call, stored. */
export interface PlannedCall {
  readonly kind: 'planned'
  readonly plan: ContextPlan
  readonly recipe: Recipe
  readonly rendered: RenderedRequest
  readonly stored: StoredPlan
}

/** Plans the next call of a branch, renders its request and stores both the plan and what it was made from. */
export async function planCall(engine: Engine, request: CallRequest): Promise<PlannedCall | Refusal> {
  const { recipe, made } = await make(engine, request)
  if (made.kind === 'refusal') return made
  const rendered = await renderRequest(engine.store, made, recipe.target, recipe.options)
  const stored: StoredPlan = {
    id: made.id,
    conversation: recipe.conversation,
    branch: recipe.branch,
    head: recipe.head,
    inputs: await engine.store.putDocument(toJson(recipe)),
    decisions: await engine.store.putDocument(toJson(made)),
    request: rendered.digest,
    createdAt: engine.now(),
  }
  await engine.store.putPlan(stored)
  return { kind: 'planned', plan: made, recipe, rendered, stored }
}

async function make(engine: Engine, request: CallRequest): Promise<MadePlan> {
  const { agent = null, conversation, branch } = request
  const recipe = await writeRecipe(engine.store, request)
  if (isLoomAware(agent, conversation)) return await planLoomAware(engine, recipe, { agent, conversation, branch })
  return { recipe, made: await planRecipe(engine, recipe) }
}

/** Plans from a recipe alone. */
export async function planRecipe(
  engine: Pick<Engine, 'store' | 'loadMeasure'>,
  recipe: Recipe,
): Promise<ContextPlan | Refusal> {
  return plan(await gather(engine.store, await engine.loadMeasure(recipe.measure), recipe))
}

async function writeRecipe(store: Store, request: CallRequest): Promise<Recipe> {
  const { conversation, branch, agent = null, model, settings = defaultCallSettings } = request
  const measure = request.measure ?? model.measure
  const head = request.head ?? (await store.branch(branch.id))?.head ?? null
  const revision = await store.revision()
  const route = head === null ? null : await store.route(head, branch.id)
  return {
    version: 1,
    conversation: conversation.id,
    mode: conversation.mode,
    branch: branch.id,
    head,
    route,
    revision,
    system: await Promise.all(
      systemTexts(agent, conversation).map(async ({ id, text }) => ({ id, content: await putText(store, text) })),
    ),
    instructions: route === null ? [] : await instructionsOn(store, route, revision),
    annotations: request.annotations ?? [],
    systemOn: conversation.mode === 'dialogue' || settings.bufferModeSystemContext,
    tools: await Promise.all(
      toolTexts(agent, conversation).map(async ({ id, text }) => ({ id, content: await putText(store, text) })),
    ),
    question: await questionOf(store, request),
    model: `${model.provider}:${model.name}`,
    measure,
    perMessage: conversation.mode === 'buffer' || measure === characters.id ? 0 : model.messageOverhead,
    budget: budgetOf(request, settings),
    historyStrategy: settings.truncationStrategy,
    minimumRecentNodes: settings.minimumRecentNodes,
    shares: isLoomAware(agent, conversation) ? { pins: pinsShare, ...settings.shares } : settings.shares,
    target: request.target,
    options: {
      model: model.name,
      ...(settings.tokenBuffer > 0 ? { maxTokens: Math.min(settings.tokenBuffer, model.maxOutput) } : {}),
      ...(request.cacheBreakpoints === undefined ? {} : { cacheBreakpoints: request.cacheBreakpoints }),
    },
  }
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

/** A tool is named after itself; where two have one name, the later also by its place. */
function toolTexts(agent: Agent | null, conversation: Conversation): { id: string; text: string }[] {
  const loom = isLoomAware(agent, conversation) ? loomTools(agent.permissions) : []
  const tools = [...conversation.tools, ...loom]
  const names = tools.map(({ name }) => name)
  return tools.map((tool, at) => {
    const isFirst = names.indexOf(tool.name) === at
    return { id: isFirst ? `tool:${tool.name}` : `tool:${tool.name}#${at + 1}`, text: JSON.stringify(tool) }
  })
}

function putText(store: Store, text: string): Promise<string> {
  return store.putContent([{ kind: 'text', text }])
}

function budgetOf({ model, budget }: CallRequest, settings: CallSettings): Budget {
  const reserved = settings.tokenBuffer
  const safety =
    settings.safety === null
      ? safetyOf(model, model.window, reserved)
      : Math.ceil(settings.safety * Math.max(0, model.window - reserved))
  const own = { window: model.window, reserved, safety }
  return budget === undefined || budget >= limitOf(own) ? own : { window: budget, reserved: 0, safety: 0 }
}

/** A value of readonly types as the JSON it is. */
function toJson(value: Recipe | ContextPlan): Json {
  return value as unknown as Json
}
