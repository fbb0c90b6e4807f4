import type { Command } from 'commander'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { wholeNumber } from '../../parse-option.ts'
import { count } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { choose } from '../../print/tree/choose.ts'
import { treeLines } from '../../print/tree/lines.ts'
import { outlineOf } from '../../print/tree/outline.ts'
import { type TreeRow, treeRows } from '../../print/tree/rows.ts'
import { nodeOrPlace, type Place, placeOf } from '../../read/place.ts'
import { type ReadTree, readTree, type TreeNode, treeNodes } from '../../read/tree.ts'

interface Options {
  readonly depth?: number
  readonly around?: string
  readonly limit?: number
  readonly all?: boolean
  readonly conversation?: string
}

const defaultLines = 40

/** `heddle tree`: the whole conversation, drawn. */
export function addTree(program: Command, context: Context): void {
  addCommand(program, 'tree', 'draw the tree of a conversation', [
    'tree',
    'tree --limit 100',
    'tree --around k3x9 --depth 3',
    'tree --json',
  ])
    .option('--depth <steps>', 'nodes at most so many steps from the top, or from --around', wholeNumber(0))
    .option('--around <node>', 'what is near a node')
    .option('-n, --limit <lines>', `at most so many lines, from 3 on (default: ${defaultLines})`, wholeNumber(3))
    .option('-a, --all', 'all nodes, however many lines that takes')
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .action((options: Options) => draw(context, options))
}

async function draw(context: Context, options: Options): Promise<void> {
  const workspace = await context.workspace()
  const place = await placeOf(workspace, options.conversation)
  const { conversation } = place
  const tree = await readTree(workspace, conversation.id, place.hoisted)
  const { id, shortId, title } = conversation
  const head = { conversation: { id, shortId, title }, total: tree.ids.length, hoisted: place.hoisted ?? null }
  if (tree.ids.length === 0) {
    context.print({ ...head, rows: [] }, () => [])
    return context.tell('Nothing has been said in this conversation yet. Say something with `heddle say TEXT`.')
  }
  const around = options.around === undefined ? undefined : await nodeOrPlace(workspace, place, options.around)
  const rows = rowsOf(tree, place, around?.id, options)
  const nodes = await treeNodes(
    workspace,
    place,
    tree,
    rows.flatMap((row) => (row.kind === 'node' ? [row.node] : [])),
  )
  context.print({ ...head, rows: data(rows, nodes, tree) }, () => treeLines(rows, nodes, context))
  context.tell(
    context.errorStyle.dim(
      `${sanitizeLine(conversation.title || '(no title)')} (${shortId}), ${count(tree.ids.length)} nodes${place.hoisted ? ', hoisted' : ''}`,
    ),
  )
}

function rowsOf(tree: ReadTree, place: Place, around: string | undefined, { depth, limit, all }: Options): TreeRow[] {
  const outline = outlineOf(tree.parents)
  const numbers = (ids: readonly string[]): number[] =>
    ids.flatMap((id) => {
      const number = tree.numbers.get(id)
      return number === undefined ? [] : [number]
    })
  const [focus = 0] = numbers([around ?? place.node?.id ?? ''])
  const lines = all === true ? Math.max(3, tree.ids.length * 2) : (limit ?? defaultLines)
  const view = {
    lines,
    focus,
    around: around !== undefined,
    marked: numbers(tree.marked),
    ...(depth === undefined ? {} : { depth }),
  }
  return treeRows(outline, choose(outline, view).shown, focus, { fill: depth === undefined })
}

/** The rows as JSON; `level` is how far a line is indented. */
function data(rows: readonly TreeRow[], nodes: ReadonlyMap<number, TreeNode>, tree: ReadTree): unknown[] {
  return rows.map((row) => {
    if (row.kind === 'more') return { kind: 'more', level: row.level, nodes: row.nodes, branches: row.branches }
    const parent = tree.parents[row.node] ?? -1
    return {
      kind: 'node',
      level: row.level,
      ...nodes.get(row.node),
      parent: parent < 0 ? null : (tree.ids[parent] ?? null),
    }
  })
}
