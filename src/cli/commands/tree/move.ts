import type { Command } from 'commander'
import type { Node } from '../../../history/node.ts'
import { type Direction, nodeAt } from '../../../session/loom/move.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { count } from '../../print/figures.ts'
import { nodeLine } from '../../print/node-line.ts'
import { headline } from '../../print/parts.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { goTo, type Place, placeOf } from '../../read/place.ts'

const ways: readonly { readonly name: Direction; readonly about: string }[] = [
  { name: 'next', about: 'go to the next sibling; behind the last comes the first' },
  { name: 'previous', about: 'go to the previous sibling; before the first comes the last' },
  { name: 'parent', about: 'go to the node above' },
  { name: 'child', about: 'go to the child that was visited last, else the first' },
  { name: 'root', about: 'go to the root, or to what is hoisted' },
]

/** `heddle next`, `previous`, `parent`, `child`, `root`: goes about in the tree. */
export function addMoves(program: Command, context: Context): void {
  for (const { name, about } of ways) {
    const command = addCommand(program, name, about, [name, `${name} --json`]).option(
      '-c, --conversation <id>',
      'the conversation (default: the current one)',
    )
    if (name === 'previous') command.alias('prev')
    command.action((options: { readonly conversation?: string }) => move(context, name, options.conversation))
  }
}

async function move(context: Context, direction: Direction, named: string | undefined): Promise<void> {
  const workspace = await context.workspace()
  const place = await placeOf(workspace, named)
  const { store } = workspace
  const top = direction === 'root' && place.hoisted !== undefined ? await store.node(place.hoisted) : undefined
  const from = place.node
  if (!from)
    return context.tell('Nothing has been said in this conversation yet. Say something with `heddle say TEXT`.')
  await show(context, await goTo(workspace, place, top ?? (await nodeAt(store, from, direction, place.branch.id))))
}

/** Prints where a person is now: the node's short id on standard output, the rest on standard error. */
export async function show(context: Context, place: Place): Promise<void> {
  const { store } = await context.workspace()
  const { node, branch, away, conversation } = place
  if (!node) return
  const { index, count: siblings } = await store.siblings(node.id)
  const text = await textOf(context, node)
  const data = {
    node: { id: node.id, shortId: node.shortId, author: node.author, text },
    sibling: index + 1,
    siblings,
    branch: branch.name,
    away,
    conversation: { id: conversation.id, shortId: conversation.shortId, title: conversation.title },
  }
  context.print(data, () => [nodeLine({ shortId: node.shortId, author: node.author, text }, context)])
  const among = siblings > 1 ? `sibling ${count(index + 1)} of ${count(siblings)}, ` : ''
  const where = away ? 'no branch ends here: what is said next begins one' : `branch ${sanitizeLine(branch.name)}`
  context.tell(context.errorStyle.dim(`${among}${where}`))
}

async function textOf(context: Context, { content, gone }: Node): Promise<string> {
  const { store } = await context.workspace()
  if (gone) return `(${gone})`
  return headline((await store.contents([content])).get(content) ?? [])
}
