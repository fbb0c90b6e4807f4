import type { Command } from 'commander'
import type { Node } from '../../../history/node.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../print/figures.ts'
import { findConversation, findNode } from '../../read/find.ts'

/** `heddle mark exclude|include NODE…`: keeps nodes out of plans, or takes them in again. */
export function addMark(program: Command, context: Context): void {
  const mark = addCommand(program, 'mark', 'keep nodes out of plans, or take them in again', [
    'mark exclude k3x9 m2p7',
    'mark include k3x9',
  ])
  const ways = [
    { name: 'exclude', about: 'keep nodes out of every plan from now on; nothing is deleted', on: true },
    { name: 'include', about: 'take excluded nodes in again', on: false },
  ]
  for (const { name, about, on } of ways)
    addCommand(mark, `${name} <node...>`, about, [`mark ${name} k3x9`])
      .option('-c, --conversation <id>', 'the conversation (default: the current one)')
      .action((references: readonly string[], { conversation }: { readonly conversation?: string }) =>
        set(context, references, on, conversation),
      )
}

/** All nodes are found before any is marked. */
async function set(context: Context, references: readonly string[], on: boolean, named?: string): Promise<void> {
  const workspace = await context.workspace()
  const conversation = await findConversation(workspace, named)
  const nodes: Node[] = []
  for (const reference of references) nodes.push(await findNode(workspace, conversation, reference))
  const ids = [...new Set(nodes.map(({ id }) => id))]
  const revision = await workspace.store.mark(ids, 'excluded', on, context.io.now())
  context.print({ excluded: on, nodes: ids, revision }, () => [...new Set(nodes.map(({ shortId }) => shortId))])
  context.tell(context.errorStyle.dim(`${counted(ids.length, 'node')} ${on ? 'excluded' : 'included'}`))
}
