import type { Command } from 'commander'
import type { Prune } from '../../../history/prune.ts'
import { deleteNode, undoPrune } from '../../../session/loom/remove.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { count, counted, minute } from '../../print/figures.ts'
import { table } from '../../print/table.ts'
import { headlines } from '../../read/headlines.ts'
import { goTo, nodeOrPlace, placeOf } from '../../read/place.ts'
import { show } from './move.ts'

interface InConversation {
  readonly conversation?: string
}

const where = ['-c, --conversation <id>', 'the conversation (default: the current one)'] as const

/** `heddle prune`, `unprune`, `prunes`, `delete`: takes parts of the tree out of sight, and brings them back. */
export function addPrunes(program: Command, context: Context): void {
  addCommand(program, 'prune <node>', 'keep a node and everything behind it out of plans; nothing is lost', [
    'prune k3x9',
  ])
    .option(...where)
    .action(async (reference: string, { conversation }: InConversation) => {
      const workspace = await context.workspace()
      const place = await placeOf(workspace, conversation)
      const node = await nodeOrPlace(workspace, place, reference)
      const prune = await workspace.store.prune(node.id, context.io.now())
      context.print(prune, () => [prune.id])
      context.tell(
        context.errorStyle.dim(`${counted(prune.count, 'node')} pruned; \`heddle unprune ${node.shortId}\` undoes it`),
      )
    })
  addCommand(program, 'unprune [prune]', 'undo a prune, by its id or its node (default: the newest)', [
    'unprune',
    'unprune k3x9',
  ])
    .option(...where)
    .action(async (reference: string | undefined, { conversation }: InConversation) => {
      const workspace = await context.workspace()
      const place = await placeOf(workspace, conversation)
      const prunes = await workspace.store.prunes(place.conversation.id)
      const known = prunes.some(({ id }) => id === reference)
      const id = reference === undefined || known ? reference : (await nodeOrPlace(workspace, place, reference)).id
      const prune = await undoPrune(workspace.engine, place.conversation.id, id)
      context.print(prune, () => [prune.id])
      context.tell(context.errorStyle.dim(`undid a prune of ${counted(prune.count, 'node')}`))
    })
  addCommand(program, 'prunes', 'list the prunes that stand', ['prunes', 'prunes --json'])
    .option(...where)
    .action(({ conversation }: InConversation) => list(context, conversation))
  addCommand(
    program,
    'delete [node]',
    'prune a node (default: where you are) and go on beside or above it; the root is kept',
    ['delete', 'delete k3x9'],
  )
    .option(...where)
    .action(async (reference: string | undefined, { conversation }: InConversation) => {
      const workspace = await context.workspace()
      const place = await placeOf(workspace, conversation)
      const { prune, goTo: node } = await deleteNode(workspace.engine, await nodeOrPlace(workspace, place, reference))
      context.tell(
        context.errorStyle.dim(`${counted(prune.count, 'node')} deleted; \`heddle unprune\` brings them back`),
      )
      await show(context, await goTo(workspace, place, node))
    })
}

async function list(context: Context, named: string | undefined): Promise<void> {
  const workspace = await context.workspace()
  const { conversation } = await placeOf(workspace, named)
  const prunes = await workspace.store.prunes(conversation.id)
  const found = new Map(
    (
      await headlines(
        workspace,
        prunes.map(({ node }) => node),
      )
    ).map((each) => [each.id, each]),
  )
  const rows = prunes.map((prune): Prune & { readonly shortId: string; readonly text: string } => ({
    ...prune,
    shortId: found.get(prune.node)?.shortId ?? '',
    text: found.get(prune.node)?.text ?? '',
  }))
  const { io, style } = context
  context.print(rows, () =>
    table(
      rows,
      [
        { title: 'node', value: ({ shortId }) => shortId, style: style.yellow },
        { title: 'nodes', value: (prune) => count(prune.count), align: 'right' },
        { title: 'time', value: ({ at }) => minute(at), style: style.dim },
        { title: 'prune', value: ({ id }) => id, style: style.dim, optional: true },
        { title: 'text', value: ({ text }) => text, flexible: true },
      ],
      { width: io.stdout.columns, head: style.dim },
    ),
  )
  if (rows.length === 0) context.tell('Nothing is pruned.')
}
