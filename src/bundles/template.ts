import { attributeText } from './attribute-text.ts'
import type { Template } from './settings.ts'
import type { SnapshotItem } from './snapshot.ts'

/** Where the tree of files goes, in the template of the whole. */
const treeVariable = '{{FILE_TREE}}'

/**
 * What stands around an item at a depth. `{{ITEM_PATH}}`, `{{ITEM_NAME}}` (the path's last component), `{{ITEM_EXT}}` (what is
 * behind the name's last dot; empty for a dot at its start) and `{{ITEM_DEPTH}}` are replaced, once and as they are, and
 * `{{ITEM_PATH_QUOTED}}` by the path as it may stand between double quotes in XML; anything else stays. The part of a note has the note's extension.
 */
export function aroundItem(template: Template | undefined, item: SnapshotItem, depth: number): Template {
  if (!template) return { before: '', after: '' }
  const file = item.file ?? item.path
  const name = file.slice(file.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const values = new Map([
    ['{{ITEM_PATH}}', item.path],
    ['{{ITEM_NAME}}', name + item.path.slice(file.length)],
    ['{{ITEM_EXT}}', dot > 0 ? name.slice(dot + 1) : ''],
    ['{{ITEM_DEPTH}}', String(depth)],
    ['{{ITEM_PATH_QUOTED}}', attributeText(item.path)],
  ])
  const fill = (text: string): string => text.replace(/\{\{ITEM_[A-Z_]+\}\}/g, (whole) => values.get(whole) ?? whole)
  return { before: fill(template.before), after: fill(template.after) }
}

/** What stands around everything. The tree is asked for only where it is used. */
export function aroundAll(template: Template | undefined, tree: () => string): Template {
  if (!template) return { before: '', after: '' }
  const isUsed = template.before.includes(treeVariable) || template.after.includes(treeVariable)
  const drawn = isUsed ? tree() : ''
  const fill = (text: string): string => text.replaceAll(treeVariable, () => drawn)
  return { before: fill(template.before), after: fill(template.after) }
}
