import { exactId } from '../../../bench/engine.ts'
import type { AnthropicMessage, AnthropicRequest } from '../../../src/core/render/targets/anthropic-request.ts'
import type { Conversation } from '../../../src/history/conversation.ts'
import type { Branch } from '../../../src/history/node.ts'
import type { ModelFacts } from '../../../src/models/model-facts.ts'
import { type CallSettings, defaultCallSettings } from '../../../src/session/call-request.ts'
import type { Engine } from '../../../src/session/engine.ts'
import { exampleEngine } from '../../../src/session/example-engine.ts'
import { planCall } from '../../../src/session/plan-call.ts'
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts'
import { exactMeasure } from '../../../src/tokenizers/exact.ts'
import type { Message, ReplayRequest } from '../request.ts'
import type { Session } from '../session.ts'
import type { Policy } from './policy.ts'

/** The settings that the session is replayed with: those that hold where nobody has set anything, but for the strategy. */
const replaySettings: CallSettings = {
  ...defaultCallSettings,
  truncationStrategy: 'rollingWindow',
  tokenBuffer: 0,
}

/** Heddle itself: every call planned on the one before it, as a session would. */
export function heddle(settings: CallSettings = replaySettings): Policy {
  return async function* planned(session, limit): AsyncIterable<ReplayRequest> {
    const measure = await exactMeasure(exactId)
    const engine: Engine = { ...exampleEngine(sqliteStore(':memory:')), loadMeasure: async () => measure }
    const { conversation, branch, ids } = await recorded(engine, session)
    const model = modelOf(limit)
    for (const [call, { key }] of session.calls.entries()) {
      const at = session.nodes.findIndex((node) => node.key === key)
      const head = ids[at - 1]
      if (head === undefined) throw new Error(`${session.name} begins with an answer`)
      const made = await planCall(engine, { conversation, branch, head, model, settings, target: 'anthropic' })
      if (made.kind === 'refusal') throw new Error(`${session.name}, call ${call}: ${made.code}`)
      yield requestOf(session, call, made.rendered.request as unknown as AnthropicRequest)
    }
  }
}

async function recorded(
  engine: Engine,
  { name, nodes, conversation: { system, tools } }: Session,
): Promise<{ readonly conversation: Conversation; readonly branch: Branch; readonly ids: readonly string[] }> {
  const createdAt = engine.now()
  const branch: Branch = {
    id: engine.newId(),
    conversation: engine.newId(),
    name: 'main',
    parent: null,
    forkPoint: null,
    head: null,
    createdAt,
  }
  const conversation: Conversation = {
    id: branch.conversation,
    shortId: '',
    origin: null,
    title: name,
    mode: 'dialogue',
    system: system ?? null,
    tools: tools ?? [],
    agent: null,
    branch: branch.id,
    settings: {},
    createdAt,
    updatedAt: createdAt,
  }
  await engine.store.createConversation(conversation, branch)
  const ids = nodes.map(() => engine.newId())
  await engine.store.append(
    nodes.map(({ author, parts }, at) => ({
      id: ids[at] ?? '',
      parent: ids[at - 1] ?? null,
      author,
      parts,
      createdAt: createdAt + at,
    })),
    { conversation: conversation.id, branch: branch.id, measures: [] },
  )
  return { conversation, branch, ids }
}

function modelOf(limit: number): ModelFacts {
  return {
    provider: 'replay',
    name: 'replay',
    window: limit,
    maxOutput: limit,
    measure: exactId,
    exact: true,
    messageOverhead: 4,
    prices: null,
    cache: {
      kind: 'automatic',
      minimumTokens: 1024,
      lifetimeSeconds: 300,
      maxBreakpoints: 0,
      readMultiplier: 0.1,
      writeMultiplier: 1.25,
    },
    systemField: true,
    systemMidway: false,
    images: true,
  }
}

function requestOf(session: Session, call: number, { messages }: AnthropicRequest): ReplayRequest {
  const { name, tools, system, calls } = session
  return { session: name, call, tools, system, messages: messages.map(messageOf), expects: calls[call]?.expects ?? [] }
}

function messageOf({ role, content }: AnthropicMessage): Message {
  return { role, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content }
}
