import type { Command } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import type { Node } from '../../../history/node.ts'
import { editNode, mergeWithParent, splitNode } from '../../../session/loom/edit.ts'
import { annotate } from '../../../session/loom/grow.ts'
import { selectVersion, selectWay } from '../../../session/loom/select.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { wholeNumber } from '../../parse-option.ts'
import { findNode } from '../../read/find.ts'
import { nodeOrPlace, type Place, placeOf } from '../../read/place.ts'
import { readText } from '../../read/text.ts'

interface InConversation {
  readonly conversation?: string
}

const where = ['-c, --conversation <id>', 'the conversation (default: the current one)'] as const

/** `heddle edit`, `annotate`, `split`, `merge`: changes by adding; what was there stays. */
export function addReshaping(program: Command, context: Context): void {
  addCommand(program, 'edit <node> [text]', 'write a version of a node; what came behind it stays behind the version', [
    'edit k3x9 "Why does it fail on Windows?"',
    'edit k3x9 - < better.txt',
  ])
    .option(...where)
    .action(async (reference: string, text: string | undefined, { conversation }: InConversation) => {
      const place = await placeOf(await context.workspace(), conversation)
      const { node, engine } = await target(context, place, reference)
      const written = await readText(context.io, text, 'The text')
      await tell(
        context,
        place,
        [await editNode(engine, place.branch, node, [{ kind: 'text', text: written }])],
        `a version of ${node.shortId}`,
      )
    })
  addCommand(program, 'annotate <node> [text]', 'write a note about a node; it is on no path and in no plan', [
    'annotate k3x9 "This is where it went wrong."',
  ])
    .option(...where)
    .action(async (reference: string, text: string | undefined, { conversation }: InConversation) => {
      const place = await placeOf(await context.workspace(), conversation)
      const { node, engine } = await target(context, place, reference)
      const written = await readText(context.io, text, 'The note')
      await tell(context, place, [await annotate(engine, node, written)], `a note about ${node.shortId}`)
    })
  addCommand(program, 'split <node>', 'put two nodes in the place of one, parted at a character', [
    'split k3x9 --at 120',
  ])
    .requiredOption('--at <characters>', 'how many characters the first has', wholeNumber(1))
    .option(...where)
    .action(async (reference: string, { at, conversation }: InConversation & { readonly at: number }) => {
      const place = await placeOf(await context.workspace(), conversation)
      const { node, engine } = await target(context, place, reference)
      await tell(
        context,
        place,
        await splitNode(engine, place.branch, node, at),
        `${node.shortId}, which stays beside them, in two`,
      )
    })
  addCommand(program, 'merge <node>', 'put one node in the place of a node and its parent', ['merge k3x9'])
    .option(...where)
    .action(async (reference: string, { conversation }: InConversation) => {
      const place = await placeOf(await context.workspace(), conversation)
      const { node, engine } = await target(context, place, reference)
      await tell(
        context,
        place,
        [await mergeWithParent(engine, place.branch, node)],
        `${node.shortId} and its parent, which stay, in one`,
      )
    })
}

/** `heddle select`: which version, or which edge, a branch's path goes through. */
export function addSelect(program: Command, context: Context): void {
  addCommand(
    program,
    'select <node> [source]',
    'let the branch go through a version of a node; or come into a node from one of its sources, or by one of its edges',
    ['select k3x9', 'select m2p7 k3x9', 'select m2p7 --edge 1', 'select m2p7 --none'],
  )
    .option('--edge <number>', 'by this edge; 0 is the one made with the node', wholeNumber(0))
    .option('--none', 'take the choice back')
    .option(...where)
    .action(
      async (
        reference: string,
        source: string | undefined,
        options: InConversation & { readonly edge?: number; readonly none?: boolean },
      ) => {
        const chosen = [source, options.edge, options.none].filter((each) => each !== undefined).length
        if (chosen > 1) throw new UsageError('A source, --edge and --none exclude each other: choose one of them.')
        const workspace = await context.workspace()
        const place = await placeOf(workspace, options.conversation)
        const { node, engine } = await target(context, place, reference)
        if (chosen > 0) await selectWay(engine, place.branch, node, await way(context, place, source, options))
        const into = chosen > 0 ? node.id : await selectVersion(engine, place.branch, node)
        const shortId = into === null ? null : ((await workspace.store.node(into))?.shortId ?? null)
        context.print({ node: node.id, into, branch: place.branch.name }, () => [context.style.yellow(node.shortId)])
        context.tell(
          context.errorStyle.dim(shortId === null ? 'the branch ends there now' : `chosen on the way into ${shortId}`),
        )
      },
    )
}

async function way(
  context: Context,
  { conversation }: Place,
  source: string | undefined,
  { edge }: { readonly edge?: number },
): Promise<{ readonly source: string } | { readonly edge: number } | null> {
  if (edge !== undefined) return { edge }
  if (source === undefined) return null
  return { source: (await findNode(await context.workspace(), conversation, source)).id }
}

async function target(
  context: Context,
  place: Place,
  reference: string,
): Promise<{ readonly node: Node; readonly engine: Awaited<ReturnType<Context['workspace']>>['engine'] }> {
  const workspace = await context.workspace()
  // Whatever can be wrong with the settings is found before anything is written.
  await callModel(workspace, context.io.env, place.conversation)
  return { node: await nodeOrPlace(workspace, place, reference), engine: workspace.engine }
}

async function tell(context: Context, place: Place, nodes: readonly Node[], what: string): Promise<void> {
  const { branch } = place
  const workspace = await context.workspace()
  for (const { id } of nodes) await workspace.store.visit(id, context.io.now())
  const made = nodes.map(({ id, shortId, parent, editedFrom = null }) => ({ id, shortId, parent, editedFrom }))
  context.print({ nodes: made, branch: branch.name }, () => nodes.map(({ shortId }) => context.style.yellow(shortId)))
  context.tell(context.errorStyle.dim(what))
}
