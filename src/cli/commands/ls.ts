import type { Command } from 'commander'
import { callModel } from '../../config/call-model.ts'
import { currentConversation } from '../../config/current.ts'
import type { Workspace } from '../../config/open.ts'
import type { Conversation } from '../../history/conversation.ts'
import { addCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { ago, bar, count } from '../print/figures.ts'
import { type Column, table } from '../print/table.ts'
import { lengthOf, totalSize } from '../read/nodes.ts'

/** A conversation as `heddle ls` lists it; these are the fields of its JSON. */
interface Row {
  readonly id: string
  readonly shortId: string
  readonly title: string
  readonly mode: string
  readonly branch: string
  readonly nodes: number
  readonly branches: number
  readonly size: number
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
  let nodes = 0
  for (const branch of branches) nodes += (await lengthOf(workspace, branch)).own
  const size = await totalSize(workspace, checkedOut?.head ?? null, await workspace.engine.loadMeasure(measure))
  const names = { branch: checkedOut?.name ?? '', nodes, branches: branches.length }
  return { id, shortId, title, mode, ...names, size, measure, current: id === current, createdAt, updatedAt }
}

function lines(rows: readonly Row[], { io, style }: Context): string[] {
  const largest = Math.max(1, ...rows.map(({ size }) => size))
  const columns: Column<Row>[] = [
    { title: '', value: ({ current }) => (current ? '*' : ''), style: style.green },
    { title: 'id', value: ({ shortId }) => shortId, style: style.yellow },
    { title: 'title', value: ({ title }) => title || '(no title)', flexible: true },
    { title: 'nodes', value: ({ nodes }) => count(nodes), align: 'right' },
    { title: 'branches', value: ({ branches }) => count(branches), align: 'right', optional: true },
    { title: 'size', value: ({ size }) => count(size), align: 'right' },
    { title: '', value: ({ size }) => bar(size / largest, 6), style: style.cyan, optional: true },
    { title: 'changed', value: ({ updatedAt }) => ago(updatedAt, io.now()) },
  ]
  return table(rows, columns, { width: io.stdout.columns, head: style.dim })
}
