import { callModel } from '../../../../config/call-model.ts'
import type { Workspace } from '../../../../config/open.ts'
import { modelNames } from '../../../../config/session/model-names.ts'
import { planNext } from '../../../../config/session/plan-next.ts'
import { workspaceFiles } from '../../../../config/session/workspace-files.ts'
import { HeddleError } from '../../../../core/errors.ts'
import type { Conversation } from '../../../../history/conversation.ts'
import type { Branch, Node } from '../../../../history/node.ts'
import { listCheckpoints } from '../../../../session/edits/checkpoints.ts'
import { nodeAt } from '../../../../session/loom/move.ts'
import { readPlan } from '../../../../session/replay.ts'
import { costOf } from '../../../../session/usage/usage-report.ts'
import type { ChatHooks, ValueKind } from '../../../chat/hooks.ts'
import type { Choice } from '../../../chat/input/completion.ts'
import { headline } from '../../../print/parts.ts'
import { goTo } from '../../../read/place.ts'
import { valuesOf } from '../../../read/values.ts'
import { type ChatPlace, placeNow, sessionFor, turnFrom } from './chat-place.ts'

type Looks = Pick<ChatHooks, 'context' | 'model' | 'siblings' | 'status' | 'branchName' | 'values' | 'cost'>

/** What a chat shows: where it is, what the next call would send, what there is to choose from. */
export function chatLooks(chat: ChatPlace): Looks {
  const { workspace } = chat
  const { store, engine } = workspace
  return {
    context: async () => (await planNext(sessionFor(chat, {}), await turnFrom(chat, undefined))).plan,
    model: async (name) => await chooseModel(chat, name),
    siblings: async (which) => await siblings(chat, which),
    status: async () => {
      const place = await placeNow(chat)
      const [newest] = await store.plans({ branch: place.branch.id, limit: 1 })
      const plan = newest && (await readPlan(engine, newest.id))
      return { model: await modelNow(chat), branch: place.branch.name, budget: plan?.budget ?? null }
    },
    branchName: async (id) => (await store.branch(id))?.name ?? id,
    values: async (kind, typed) => await values(chat, kind, typed),
    cost: ({ provider, model, ...call }) => costOf({ provider, model, ...call }, chat.pricesOf),
  }
}

async function modelNow(chat: ChatPlace): Promise<string> {
  const { workspace, options, model: named } = chat
  const { conversation } = await placeNow(chat)
  const { model } = await callModel(workspace, workspace.env, conversation, { agent: options.agent, model: named })
  return `${model.provider}:${model.name}`
}

async function chooseModel(chat: ChatPlace, name: string | undefined): Promise<string> {
  if (name === undefined) return `The model is ${await modelNow(chat)}.`
  const before = chat.model
  chat.model = name
  try {
    return `From now on ${await modelNow(chat)} answers.`
  } catch (error) {
    chat.model = before
    throw error
  }
}

/** The answers beside the one that the person is at; with `next`, `previous` or a number they go there first. */
async function siblings(chat: ChatPlace, which: string | undefined): Promise<readonly string[]> {
  const { workspace } = chat
  const { store } = workspace
  const place = await placeNow(chat)
  const { node } = place
  if (!node || node.parent === null) return ['There is nothing beside this.']
  const all = await store.children(node.parent, { limit: mostSiblings })
  const going = which === undefined ? node : await sought(chat, all, node, which)
  if (going.id !== node.id) await goTo(workspace, place, going)
  const contents = await store.contents(all.map(({ content }) => content))
  return all.map(({ id, shortId, content }, at) => {
    const mark = id === going.id ? '*' : ' '
    return `${mark} ${at + 1}  ${shortId}  ${headline(contents.get(content) ?? [])}`
  })
}

const mostSiblings = 100

async function sought({ workspace }: ChatPlace, all: readonly Node[], node: Node, which: string): Promise<Node> {
  if (which === 'next' || which === 'previous') return await nodeAt(workspace.store, node, which)
  const found = all[Number(which) - 1] ?? all.find(({ shortId }) => shortId === which)
  if (found) return found
  throw new HeddleError(
    'unknown-node',
    `There is no answer ${JSON.stringify(which)} here: name 1 to ${all.length}, next or previous.`,
  )
}

async function values(chat: ChatPlace, kind: ValueKind, typed: string): Promise<readonly Choice[]> {
  const { workspace } = chat
  const { conversation, branch } = await placeNow(chat)
  const found = await valuesOfKind(workspace, kind, conversation, branch)
  const wanted = typed.toLowerCase()
  return found.filter(({ value }) => value.toLowerCase().startsWith(wanted)).slice(0, mostValues)
}

const mostValues = 200

async function valuesOfKind(
  workspace: Workspace,
  kind: ValueKind,
  conversation: Conversation,
  branch: Branch,
): Promise<readonly Choice[]> {
  switch (kind) {
    case 'path':
      return (await workspaceFiles(workspace)).map((path) => ({ value: path }))
    case 'model':
      return modelNames().map((value) => ({ value }))
    case 'checkpoint':
      return (await listCheckpoints(workspace.store, branch.id)).map(({ name }) => ({ value: name }))
    default:
      return await valuesOf(workspace, kind, conversation)
  }
}
