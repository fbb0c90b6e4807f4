import type { Command } from 'commander'
import { readView, writeView } from '../../../config/view.ts'
import { LoomRefused } from '../../../session/loom/errors.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../print/figures.ts'
import { nodeLine } from '../../print/node-line.ts'
import { headlines } from '../../read/headlines.ts'
import { nodeOrPlace, placeOf } from '../../read/place.ts'

interface InConversation {
  readonly conversation?: string
}

const where = ['-c, --conversation <id>', 'the conversation (default: the current one)'] as const

/** `heddle hoist [NODE]`, `heddle unhoist`: looks at a part of the tree as if it were the whole. */
export function addHoist(program: Command, context: Context): void {
  addCommand(
    program,
    'hoist [node]',
    'let log and tree begin with a node (default: where you are); prompts still hold what stands above it',
    ['hoist', 'hoist k3x9'],
  )
    .option(...where)
    .action(async (reference: string | undefined, options: InConversation) => {
      const workspace = await context.workspace()
      const place = await placeOf(workspace, options.conversation)
      const node = await nodeOrPlace(workspace, place, reference)
      if (node.parent === null)
        throw new LoomRefused(
          'hoist-root',
          node.id,
          `${node.shortId} is the root: there is nothing above it to leave out.`,
        )
      const view = await readView(workspace.paths, place.conversation.id)
      const hoisted = [...view.hoisted.filter((id) => id !== node.id), node.id]
      await writeView(workspace.paths, place.conversation.id, { ...view, hoisted })
      await tell(context, hoisted)
    })
  addCommand(program, 'unhoist', 'undo the last hoist', ['unhoist', 'unhoist --all'])
    .option('--all', 'undo all of them')
    .option(...where)
    .action(async (options: InConversation & { readonly all?: boolean }) => {
      const workspace = await context.workspace()
      const { conversation } = await placeOf(workspace, options.conversation)
      const view = await readView(workspace.paths, conversation.id)
      if (view.hoisted.length === 0)
        throw new LoomRefused('not-hoisted', '', 'Nothing is hoisted in this conversation.')
      const hoisted = options.all === true ? [] : view.hoisted.slice(0, -1)
      await writeView(workspace.paths, conversation.id, { ...view, hoisted })
      await tell(context, hoisted)
    })
}

async function tell(context: Context, ids: readonly string[]): Promise<void> {
  const stack = await headlines(await context.workspace(), ids)
  context.print({ hoisted: stack.map(({ id, shortId }) => ({ id, shortId })) }, () =>
    stack.slice(-1).map((node) => nodeLine(node, context)),
  )
  context.tell(
    context.errorStyle.dim(stack.length === 0 ? 'the whole tree is seen' : `${counted(stack.length, 'hoist')} deep`),
  )
}
