import { callModel } from '../../config/call-model.ts'
import type { Workspace } from '../../config/open.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Suggestion, ValueKind } from '../completion/expected.ts'
import { headline } from '../print/parts.ts'
import { checkedOut } from './find.ts'
import { readNodes } from './nodes.ts'

const newest = 20

/** What there is of a kind, to complete what is typed; of nodes and plans the newest. */
export async function valuesOf(
  workspace: Workspace,
  kind: ValueKind,
  current: Conversation | undefined,
): Promise<Suggestion[]> {
  const { store } = workspace
  switch (kind) {
    case 'conversation':
      return (await store.conversations()).map(({ shortId, title }) => ({ value: shortId, about: title }))
    case 'branch':
      return current ? (await store.branches(current.id)).map(({ name }) => ({ value: name, about: 'branch' })) : []
    case 'agent':
      return (await store.agents()).map(({ name, model }) => ({ value: name, about: model }))
    case 'plan':
      return (await store.plans({ limit: newest })).map(({ id, createdAt }) => ({
        value: id.slice(0, 12),
        about: new Date(createdAt).toISOString(),
      }))
    case 'node':
      return current ? await newestNodes(workspace, current) : []
    case 'setting':
    case 'file':
      return []
    default:
      return kind satisfies never
  }
}

async function newestNodes(workspace: Workspace, current: Conversation): Promise<Suggestion[]> {
  const { store, engine } = workspace
  const { head, id } = await checkedOut(workspace, current)
  if (head === null) return []
  const route = await store.route(head, id)
  const measure = await engine.loadMeasure((await callModel(workspace, workspace.env, current)).measure)
  const to = (await store.length(route)) - 1
  const found: Suggestion[] = []
  for await (const { shortId, parts } of readNodes(
    workspace,
    route,
    { from: Math.max(0, to - newest + 1), to },
    measure,
  ))
    found.unshift({ value: shortId, about: headline(parts) })
  return found
}
