import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Format } from '../format.ts'
import { isObject, listOf } from '../shape.ts'
import { readNested } from './nested.ts'
import { readNodes } from './nodes.ts'

/**
 * A loom's tree of texts: nested (`text` and `children`, the outermost node alone or under `root`), or `nodes` by id
 * or as a list, with the `current` one. Each is a conversation in buffer mode.
 */
export const loom: Format = {
  name: 'loom',
  about: 'loom tree (nested {root | text, children}, or {nodes, current})',
  matches: ({ first }) => isObject(first) && (isNested(first) || isNested(first.root) || hasNodes(first)),
  read: (source) =>
    isObject(source.sample.first) && hasNodes(source.sample.first) ? readNodes(source) : readNested(source),
}

function isNested(node: Json | undefined): boolean {
  return isObject(node) && !('role' in node) && typeof node.text === 'string' && isListOfNodes(node.children)
}

function isListOfNodes(children: Json | undefined): boolean {
  return Array.isArray(children) && (children as readonly Json[]).every(isObject)
}

function hasNodes({ nodes }: JsonObject): boolean {
  const held = isObject(nodes) ? Object.values(nodes) : listOf(nodes)
  const [node] = held
  if (!isObject(node) || typeof node.text !== 'string' || 'role' in node) return false
  return ['parent', 'parentId', 'parent_id', 'children', 'childIds'].some((field) => field in node)
}
