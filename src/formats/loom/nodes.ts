import type { Json, JsonObject } from '../../core/content/json.ts'
import type { ConversationEntry, Entry, ProblemEntry, TextSource } from '../format.ts'
import { leftOut } from '../json-lines.ts'
import { isObject } from '../shape.ts'
import { fieldsBeside, type JsonItem, jsonItems } from '../stream/values.ts'
import { type Growth, grow } from '../tree/grow.ts'
import { link, type Parents } from '../tree/link.ts'
import { draftOf } from './node.ts'

/** Reads `nodes`, by id or as a list, one node at a time; each names its parent. */
export async function* readNodes(source: TextSource): AsyncIterable<Entry> {
  let found = false
  for await (const entry of grow(link(growths(source), () => parentsOf(source)))) {
    found ||= entry.kind === 'node'
    yield entry
  }
  if (!found) yield leftOut(undefined, 'there is no node with text in it')
}

async function* growths(source: TextSource): AsyncIterable<Growth | ProblemEntry> {
  const fields = await fieldsBeside(source, 'nodes')
  const { current, selected, title, name, root } = fields
  const open = [current, selected].find((id) => typeof id === 'string' || typeof id === 'number')
  const titled = [title, name].find((text) => typeof text === 'string' && text !== '')
  let conversation: ConversationEntry | undefined
  let number = 0
  for await (const item of nodesIn(source)) {
    if (item.kind === 'broken') {
      yield {
        kind: 'problem',
        message: `The file was read up to node ${number}; the rest was left out: ${item.message}.`,
      }
    } else if (item.kind === 'damaged') {
      yield { kind: 'problem', message: `Node ${item.key} was left out: ${item.message}.` }
    } else if (item.kind === 'value') {
      number++
      const id = idOf(item.key, item.value)
      if (id === undefined || !isObject(item.value) || typeof item.value.text !== 'string') {
        yield { kind: 'problem', message: `Node ${item.key} was left out: it has no id or no text.` }
        continue
      }
      conversation ??= {
        kind: 'conversation',
        key: `${source.name}#${typeof root === 'string' ? root : id}`,
        mode: 'buffer',
        ...(typeof titled === 'string' ? { title: titled } : {}),
      }
      const draft = draftOf(item.value)
      const drafts = [String(open) === id ? { ...draft, current: true } : draft]
      yield { kind: 'linked', id, parent: parentOf(item.value), group: '', drafts, conversation }
    }
  }
}

/** The items of `nodes` alone. */
async function* nodesIn(source: TextSource): AsyncIterable<JsonItem> {
  const items = jsonItems(source, ({ depth, key }) =>
    depth === 0 || (depth === 1 && key === 'nodes') ? 'enter' : depth === 2 ? 'take' : 'skip',
  )
  for await (const item of items) if (item.kind === 'broken' || ('depth' in item && item.depth === 2)) yield item
}

async function parentsOf(source: TextSource): Promise<Parents> {
  const parents = new Map<string, string | null>()
  for await (const item of nodesIn(source)) {
    const id = item.kind === 'value' ? idOf(item.key, item.value) : undefined
    if (item.kind !== 'value' || id === undefined || !isObject(item.value) || parents.has(id)) continue
    if (typeof item.value.text === 'string') parents.set(id, parentOf(item.value))
  }
  return parents
}

function idOf(key: string | number | undefined, node: Json): string | undefined {
  if (typeof key === 'string' && key !== '') return key
  const id = isObject(node) ? node.id : undefined
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined
}

function parentOf({ parent, parentId, parent_id }: JsonObject): string | null {
  const named = [parent, parentId, parent_id].find(
    (id) => (typeof id === 'string' && id !== '') || typeof id === 'number',
  )
  return named === undefined ? null : String(named)
}
