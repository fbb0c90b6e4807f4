import type { TreeSize } from '../../../bundles/pack/token-tree.ts'
import type { Style } from '../../context.ts'
import { bar, count, percent } from '../figures.ts'
import { sanitizeLine } from '../sanitize.ts'
import { cutToWidth, padToWidth, widthOf } from '../width.ts'

interface Row {
  readonly label: string
  readonly node: TreeSize
}

/** How many files and folders of one folder are shown; of more there is a line with their sum. */
const shown = 25

/** A folder's tree with the size of each file and folder, its share of `total`, and a bar. Chains of folders are one line. */
export function tokenTreeLines(
  tree: TreeSize,
  { style, width = 100, total }: { readonly style: Style; readonly width?: number | undefined; readonly total: number },
): string[] {
  const rows = [{ label: tree.name, node: tree }, ...rowsOf(tree, '')]
  const widest = Math.max(...rows.map(({ label }) => widthOf(label)))
  const sizes = Math.max(...rows.map(({ node }) => count(node.size).length))
  const column = Math.min(widest, Math.max(20, width - sizes - 20))
  return rows.map(({ label, node }) => {
    const share = total === 0 ? 0 : node.size / total
    const name = padToWidth(cutToWidth(label, column), column)
    return `${name}  ${count(node.size).padStart(sizes)}  ${percent(share).padStart(5)}  ${style.cyan(bar(share))}`.trimEnd()
  })
}

function rowsOf({ children = [] }: TreeSize, indent: string): Row[] {
  const rest = children.slice(shown)
  const more: TreeSize = {
    name: `${count(rest.length)} more`,
    size: rest.reduce((sum, { size }) => sum + size, 0),
    files: rest.reduce((sum, { files }) => sum + files, 0),
  }
  const all = rest.length > 1 ? [...children.slice(0, shown), more] : children
  return all.flatMap((child, at) => {
    const isLast = at === all.length - 1
    const { name, node } = chainOf(child)
    const label = `${indent}${isLast ? '└── ' : '├── '}${sanitizeLine(name)}${node.children ? '/' : ''}`
    return [{ label, node }, ...rowsOf(node, `${indent}${isLast ? '    ' : '│   '}`)]
  })
}

/** A folder that holds one folder and nothing else is one line with it. */
function chainOf(node: TreeSize): { readonly name: string; readonly node: TreeSize } {
  const [only] = node.children ?? []
  if (node.children?.length !== 1 || !only?.children) return { name: node.name, node }
  const inner = chainOf(only)
  return { name: `${node.name}/${inner.name}`, node: inner.node }
}
