import { hash } from 'node:crypto'
import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { ToolDefinition } from '../../core/render/message.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Branch, PathNode } from '../../history/node.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import type { CallSettings } from '../../session/call-request.ts'
import { planRecipe } from '../../session/plan-call.ts'
import type { Recipe } from '../../session/recipe.ts'
import { writeRecipe } from '../../session/write-recipe.ts'
import { linksOf } from '../read/atoms.ts'
import type { ReadMessages } from '../read/read-node.ts'
import { arrayStore } from './array-store.ts'
import { type Content, contentOf } from './content.ts'
import { hasLead, leadContent, leadId, needsLead } from './lead.ts'
import type { Standing, Standings } from './standing.ts'

/** What messages are planned by. */
export interface PlanTerms {
  readonly model: ModelFacts
  readonly settings: CallSettings
  readonly measure: Measure
  readonly system: string
  readonly tools: readonly ToolDefinition[]
}

/** Planned messages, with what is needed to write them. */
export interface PlannedMessages {
  readonly kind: 'planned'
  readonly plan: ContextPlan
  /** Where a node stands, by its id. */
  readonly at: ReadonlyMap<string, number>
  /** What each node says. */
  readonly said: readonly Content[]
  /** Everything that the plan sends, by digest. */
  readonly contents: ReadonlyMap<Digest, readonly Part[]>
}

/** Plans one call for messages that were read. With `standings` it goes on from what was sent before, and adds to them. */
export async function planMessages(
  read: ReadMessages,
  terms: PlanTerms,
  standings?: Standings,
): Promise<PlannedMessages | Refusal> {
  const said = read.nodes.map((node) => contentOf(node, terms.measure))
  const beginnings = standings ? beginningsOf(said) : []
  const before = standings?.before(beginnings) ?? []
  const path = pathOf(read, said)
  const contents = new Map<Digest, readonly Part[]>(before.flatMap((each) => [...each.contents]))
  for (const { digest, parts } of said) contents.set(digest, parts)
  const documents = new Map(before.flatMap((each) => [...each.documents]))
  const branch: Branch = { ...mainBranch, head: path.at(-1)?.id ?? null }
  const plans = before.map(({ stored }) => stored)
  const store = arrayStore({ branch, path, contents, documents, plans })
  const engine = { store, loadMeasure: async () => terms.measure, newId: () => 'none', now: () => 0 }
  const { model, settings, measure, tools } = terms
  const conversation = { ...mainConversation, system: [terms.system, ...read.system].filter(Boolean).join('\n\n') }
  const recipe = await writeRecipe(engine, {
    conversation,
    branch,
    model,
    settings,
    measure: measure.id,
    tools,
    target: 'ai-sdk',
  })
  const at = new Map(path.map(({ id, position }) => [id, position]))
  const bare = await planRecipe(engine, recipe)
  if (bare.kind === 'refusal') return bare
  const lead = { id: leadId, content: await store.putContent(leadContent) }
  const led: Recipe = { ...recipe, system: [...recipe.system, lead] }
  // What was sent stays as it was: also a lead that a cut has made needless.
  const wasLed = bare.moment === 'none' && hasLead(documents.get(recipe.previous?.decisions ?? ''))
  const withLead = wasLed || needsLead(read, bare, at) ? await planRecipe(engine, led) : bare
  const plan = withLead.kind === 'refusal' ? bare : withLead

  const last = beginnings.at(-1)
  if (standings && last !== undefined) {
    const inputs = await store.putDocument((plan === bare ? recipe : led) as unknown as Json)
    const decisions = await store.putDocument(plan as unknown as Json)
    const { conversation: id, branch: of, head } = recipe
    const stored = { id: plan.id, conversation: id, branch: of, head, inputs, decisions, request: '', createdAt: 0 }
    standings.keep(last, standingOf(stored, plan, new Set(said.map(({ digest }) => digest)), { contents, documents }))
  }
  return { kind: 'planned', plan, at, said, contents }
}

const mainBranch: Branch = {
  id: 'main',
  conversation: 'messages',
  name: 'main',
  parent: null,
  forkPoint: null,
  head: null,
  createdAt: 0,
}

const mainConversation: Conversation = {
  id: 'messages',
  shortId: 'messages',
  title: '',
  mode: 'dialogue',
  system: null,
  tools: [],
  agent: null,
  branch: mainBranch.id,
  settings: {},
  origin: null,
  createdAt: 0,
  updatedAt: 0,
}

/** A node is named after its first message: `messages[3]`. */
function pathOf({ nodes }: ReadMessages, said: readonly Content[]): PathNode[] {
  const { atoms, open } = linksOf(nodes)
  const ids = nodes.map(({ from }) => `messages[${from}]`)
  let total = 0
  let newestHuman: string | undefined
  return nodes.map(({ author, from, to }, at): PathNode => {
    const { digest, size } = said[at] as Content
    const id = ids[at] as string
    const atom = ids[atoms[at] ?? -1]
    total += size
    if (author === 'human') newestHuman = id
    return {
      id,
      shortId: from === to ? `message ${from + 1}` : `messages ${from + 1}-${to + 1}`,
      conversation: mainBranch.conversation,
      parent: ids[at - 1] ?? null,
      depth: at,
      author,
      content: digest,
      hash: digest,
      createdAt: 0,
      ...(atom === undefined ? {} : { atom }),
      ...(newestHuman === undefined ? {} : { newestHuman }),
      empty: false,
      unmatched: false,
      openCalls: open[at] ?? 0,
      size,
      total,
      position: at,
    }
  })
}

/** For each node a digest of everything up to and with it. */
function beginningsOf(said: readonly Content[]): Digest[] {
  let before = ''
  return said.map(({ digest }) => {
    before = hash('sha256', before + digest)
    return before
  })
}

function standingOf(
  stored: Standing['stored'],
  plan: ContextPlan,
  inMessages: ReadonlySet<Digest>,
  { contents, documents }: { contents: ReadonlyMap<Digest, readonly Part[]>; documents: ReadonlyMap<Digest, Json> },
): Standing {
  const named = [stored.inputs, stored.decisions, ...(plan.book === undefined ? [] : [plan.book])]
  const sent = plan.kept.flatMap((entry) =>
    entry.kind === 'kept' && entry.content !== undefined ? [entry.content] : [],
  )
  return {
    stored,
    documents: only(documents, named),
    contents: only(
      contents,
      sent.filter((digest) => !inMessages.has(digest)),
    ),
  }
}

function only<Value>(from: ReadonlyMap<Digest, Value>, digests: readonly Digest[]): Map<Digest, Value> {
  return new Map(
    digests.flatMap((digest) => {
      const value = from.get(digest)
      return value === undefined ? [] : [[digest, value] as const]
    }),
  )
}
