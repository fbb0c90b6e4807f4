import type { Context } from '../../context.ts'
import type { TreeNode } from '../../read/tree.ts'
import { authorStyle } from '../author.ts'
import { count, counted } from '../figures.ts'
import { sanitizeLine } from '../sanitize.ts'
import { cutToWidth, widthOf } from '../width.ts'
import type { TreeRow } from './rows.ts'

/** A drawn tree as lines, each cut to the width of the terminal. */
export function treeLines(
  rows: readonly TreeRow[],
  nodes: ReadonlyMap<number, TreeNode>,
  { io, style }: Pick<Context, 'io' | 'style'>,
): string[] {
  const width = io.stdout.columns ?? Number.POSITIVE_INFINITY
  return rows.map((row) => {
    const stem = style.dim(row.prefix)
    const node = row.kind === 'node' ? nodes.get(row.node) : undefined
    const room = width - widthOf(row.prefix)
    if (row.kind === 'more') return stem + style.dim(cutToWidth(moreText(row), room))
    return node ? stem.replace('●', dotOf(node, style)) + nodeText(node, room, style) : stem
  })
}

function moreText({ nodes, branches }: Extract<TreeRow, { kind: 'more' }>): string {
  if (branches < 2) return `… ${count(nodes)} more`
  return `… ${counted(branches, 'more branch', 'more branches')}, ${counted(nodes, 'node')}`
}

type Style = Context['style']

function dotOf({ current, barred, unread, onPath }: TreeNode, style: Style): string {
  if (barred !== null) return style.red('✗')
  if (current) return style.green('◉')
  if (unread) return style.cyan('○')
  return onPath ? style.green('●') : '●'
}

/** Id, author, marks and text; the text gives way first. */
function nodeText(node: TreeNode, room: number, style: Style): string {
  const pieces: (readonly [text: string, paint: (text: string) => string])[] = [
    [node.shortId, style.yellow],
    [node.author, authorStyle(node.author, style)],
    ...marksOf(node, style),
    [node.text, node.barred === null ? (text) => text : style.dim],
  ]
  let left = room
  let line = ''
  for (const [text, paint] of pieces) {
    const gap = line === '' ? 0 : 1
    if (text === '' || left <= gap) continue
    const cut = cutToWidth(text, left - gap)
    line += (gap === 1 ? ' ' : '') + paint(cut)
    left -= gap + widthOf(cut)
  }
  return line
}

function marksOf(node: TreeNode, style: Style): (readonly [string, (text: string) => string])[] {
  const names = node.branches.slice(0, 3).map(sanitizeLine)
  const more = node.branches.length > 3 ? [`+${count(node.branches.length - 3)}`] : []
  return [
    ...(names.length === 0 ? [] : [[`[${[...names, ...more].join(', ')}]`, style.green] as const]),
    ...(node.bookmark === null
      ? []
      : [[`★${node.bookmark === '' ? '' : ` ${sanitizeLine(node.bookmark)}`}`, style.yellow] as const]),
    ...(node.barred === null ? [] : [[node.barred, style.red] as const]),
    ...(node.editedFrom === null ? [] : [['edited', style.magenta] as const]),
    ...(node.notes === 0 ? [] : [[counted(node.notes, 'note'), style.magenta] as const]),
  ]
}
