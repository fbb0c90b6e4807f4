import type { Command } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import { currentConversation } from '../../../config/current.ts'
import type { Workspace } from '../../../config/open.ts'
import type { Conversation } from '../../../history/conversation.ts'
import type { Branch } from '../../../history/node.ts'
import { AmbiguousPath } from '../../../history/resolve-path.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { ago, bar, count } from '../../print/figures.ts'
import { type Column, table } from '../../print/table.ts'
import { totalSize } from '../../read/nodes.ts'

/** A conversation as `heddle ls` lists it; these are the fields of its JSON. */
interface Row {
  readonly id: string
  readonly shortId: string
  readonly title: string
  readonly mode: string
  readonly branch: string
  readonly nodes: number
  readonly branches: number
  /** Null where the path is ambiguous. */
  readonly size: number | null
  readonly measure: string
  readonly current: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** `heddle ls`: the conversations, the one that changed last first. */
export function addLs(program: Command, context: Context): void {
  addCommand(program, 'ls', 'list conversations, the one that changed last first', ['ls', 'ls --json']).action(
    async () => {
      const workspace = await context.workspace()
      const current = await currentConversation(workspace.paths, workspace.store)
      const rows: Row[] = []
      for (const conversation of await workspace.store.conversations())
        rows.push(await rowOf(context, workspace, conversation, current?.id))
      context.print(rows, () => (rows.length === 0 ? [] : lines(rows, context)))
      if (rows.length === 0)
        context.tell('No conversations yet. Begin one with `heddle say --new TEXT`, or `heddle import FILE`.')
    },
  )
}

async function rowOf(
  context: Context,
  workspace: Workspace,
  conversation: Conversation,
  current?: string,
): Promise<Row> {
  const { id, shortId, title, mode, createdAt, updatedAt } = conversation
  const { measure } = await callModel(workspace, context.io.env, conversation)
  const branches = await workspace.store.branches(id)
  const checkedOut = branches.find((branch) => branch.id === conversation.branch)
  const nodes = await workspace.store.nodeCount(id)
  const size = checkedOut ? await sizeOf(workspace, checkedOut, measure) : 0
  const names = { branch: checkedOut?.name ?? '', nodes, branches: branches.length }
  return { id, shortId, title, mode, ...names, size, measure, current: id === current, createdAt, updatedAt }
}

async function sizeOf(workspace: Workspace, branch: Branch, measure: string): Promise<number | null> {
  try {
    return await totalSize(workspace, branch, await workspace.engine.loadMeasure(measure))
  } catch (error) {
    if (error instanceof AmbiguousPath) return null
    throw error
  }
}

function lines(rows: readonly Row[], { io, style }: Context): string[] {
  const largest = rows.reduce((most, { size }) => Math.max(most, size ?? 0), 1)
  const columns: Column<Row>[] = [
    { title: '', value: ({ current }) => (current ? '*' : ''), style: style.green },
    { title: 'id', value: ({ shortId }) => shortId, style: style.yellow },
    { title: 'title', value: ({ title }) => title || '(no title)', flexible: true },
    { title: 'nodes', value: ({ nodes }) => count(nodes), align: 'right' },
    { title: 'branches', value: ({ branches }) => count(branches), align: 'right', optional: true },
    { title: 'size', value: ({ size }) => (size === null ? '?' : count(size)), align: 'right' },
    { title: '', value: ({ size }) => bar((size ?? 0) / largest, 6), style: style.cyan, optional: true },
    { title: 'changed', value: ({ updatedAt }) => ago(updatedAt, io.now()) },
  ]
  return table(rows, columns, { width: io.stdout.columns, head: style.dim })
}
