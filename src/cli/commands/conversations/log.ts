import type { Command } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import type { Workspace } from '../../../config/open.ts'
import type { Conversation } from '../../../history/conversation.ts'
import type { Branch } from '../../../history/node.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { wholeNumber } from '../../parse-option.ts'
import { authorStyle } from '../../print/author.ts'
import { bar, count, counted, measureName, minute } from '../../print/figures.ts'
import { headline } from '../../print/parts.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { table } from '../../print/table.ts'
import { findConversation, lookUpBranch } from '../../read/find.ts'
import { type NodeData, nodeData, readNodes } from '../../read/nodes.ts'
import { placeIn } from '../../read/place.ts'

interface Options {
  readonly limit: number
  readonly all?: boolean
  readonly last?: boolean
}

interface Row extends NodeData {
  readonly text: string
}

/** `heddle log [CONVERSATION]`: the nodes of a branch, the newest last. */
export function addLog(program: Command, context: Context): void {
  addCommand(program, 'log [conversation]', 'the nodes of a conversation, or of a branch, newest last', [
    'log',
    'log --limit 5',
    'log my-branch --all',
  ])
    .option('-n, --limit <count>', 'how many nodes', wholeNumber(1), 20)
    .option('-a, --all', 'all nodes')
    .option('--last', 'the conversation that changed last')
    .action((reference: string | undefined, options: Options) => log(context, reference, options))
}

async function log(context: Context, reference: string | undefined, options: Options): Promise<void> {
  const workspace = await context.workspace()
  const { conversation, branch, hoisted } = await branchOf(workspace, reference, options)
  const measure = await workspace.engine.loadMeasure((await callModel(workspace, context.io.env, conversation)).measure)
  const route = branch.head === null ? undefined : await workspace.store.route(branch.head, branch.id)
  const to = route ? (await workspace.store.length(route)) - 1 : -1
  const top =
    hoisted !== undefined && route ? ((await workspace.store.positions(route, [hoisted])).get(hoisted) ?? 0) : 0
  const from = options.all === true ? top : Math.max(top, to - options.limit + 1)
  const nodes: Row[] = []
  if (route) {
    for await (const node of readNodes(workspace, route, { from, to }, measure))
      nodes.push({ ...nodeData(node), text: node.gone ? `(${node.gone})` : headline(node.parts) })
  }
  const { id, shortId, title } = conversation
  const data = { conversation: { id, shortId, title }, branch: branch.name, measure: measure.id, total: to + 1, nodes }
  context.print(data, () => (nodes.length === 0 ? [] : lines(nodes, context)))
  const place = `${sanitizeLine(title || '(no title)')} (${shortId}), branch ${sanitizeLine(branch.name)}`
  if (nodes.length === 0) context.tell(`${place}: nothing has been said yet. Say something with \`heddle say TEXT\`.`)
  else
    context.tell(
      context.errorStyle.dim(
        `${place}, sizes in ${measureName(measure.id)}${earlier(from - top)}${top > 0 ? `; hoisted, ${counted(top, 'node')} above` : ''}`,
      ),
    )
}

function earlier(from: number): string {
  return from === 0 ? '' : `; ${counted(from, 'earlier node')} not shown (--all)`
}

/** A branch of the current conversation by its name, else the checked-out branch of a conversation. */
async function branchOf(
  workspace: Workspace,
  reference: string | undefined,
  { last = false }: Options,
): Promise<{ readonly conversation: Conversation; readonly branch: Branch; readonly hoisted?: string | undefined }> {
  if (reference !== undefined && !last && (await workspace.store.conversations()).length > 0) {
    const conversation = await findConversation(workspace, undefined)
    const branch = await lookUpBranch(workspace, conversation, reference)
    if (branch) return { conversation, branch }
  }
  const conversation = await findConversation(workspace, reference, { last })
  const { branch, hoisted } = await placeIn(workspace, conversation)
  return { conversation, branch, hoisted }
}

function lines(rows: readonly Row[], { io, style }: Context): string[] {
  const largest = Math.max(
    1,
    rows.reduce((most, { size }) => Math.max(most, size), 0),
  )
  return table(
    rows,
    [
      { title: '', value: ({ excluded, pruned }) => (excluded || pruned ? '✗' : ''), style: style.red },
      { title: 'id', value: ({ shortId }) => shortId, style: style.yellow },
      { title: 'author', value: ({ author }) => author, style: (cell, { author }) => authorStyle(author, style)(cell) },
      { title: 'time', value: ({ createdAt }) => minute(createdAt), style: style.dim, optional: true },
      { title: 'size', value: ({ size }) => count(size), align: 'right' },
      { title: '', value: ({ size }) => bar(size / largest, 6), style: style.cyan, optional: true },
      { title: 'text', value: ({ text }) => text, flexible: true },
    ],
    { width: io.stdout.columns, head: style.dim },
  )
}
