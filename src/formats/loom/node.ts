import type { Json, JsonObject } from '../../core/content/json.ts'
import type { NodeDraft } from '../draft.ts'
import { isObject, listOf, timeField } from '../shape.ts'

/** The fields of a node that say something; all others are how a tool drew it or made it. */
export const ownFields: ReadonlySet<string> = new Set([
  ...['id', 'text', 'parent', 'parentId', 'parent_id', 'meta', 'metadata', 'model', 'author', 'source', 'created'],
  ...['createdAt', 'created_at', 'timestamp', 'bookmark', 'bookmarked', 'tags', 'archived'],
])

/**
 * A node's text and what people noted about it. Text that a model is said to have written is the model's, all other is
 * a person's.
 */
export function draftOf(node: JsonObject): NodeDraft {
  const meta = isObject(node.meta) ? node.meta : isObject(node.metadata) ? node.metadata : {}
  const tags = tagsOf(node.tags ?? meta.tags, node.archived)
  const bookmark = bookmarkOf([node.bookmark, node.bookmarked], tags)
  const kept = tags.filter((tag) => tag !== 'bookmark')
  const model = [node.model, meta.model].find((name) => typeof name === 'string' && name !== '')
  const isModel = model !== undefined || isByModel(node.author ?? node.source ?? meta.source)
  return {
    suffix: '',
    author: isModel ? 'model' : 'human',
    ...(typeof model === 'string' ? { authorId: model } : {}),
    parts: [{ kind: 'text', text: typeof node.text === 'string' ? node.text : '' }],
    ...(bookmark === undefined ? {} : { bookmark }),
    ...(kept.length === 0 ? {} : { tags: kept }),
    ...timeOf([node.createdAt, node.created_at, node.created, node.timestamp, meta.creation_timestamp, meta.created]),
  }
}

function isByModel(source: Json | undefined): boolean {
  return typeof source === 'string' && /^(?:ai|model|assistant|llm|generated)$/i.test(source)
}

function tagsOf(tags: Json | undefined, archived: Json | undefined): string[] {
  const listed = isObject(tags) ? Object.keys(tags).filter((name) => tags[name] !== false) : listOf(tags)
  const names = listed.filter((tag) => typeof tag === 'string' && tag !== '')
  return [...new Set([...names, ...(archived === true ? ['archived'] : [])])] as string[]
}

function bookmarkOf(values: readonly (Json | undefined)[], tags: readonly string[]): string | undefined {
  const label = values.find((value) => typeof value === 'string' && value !== '')
  if (typeof label === 'string') return label
  return values.includes(true) || tags.includes('bookmark') ? '' : undefined
}

/** Some tools write the time of day with points, `2023-02-13-20.57.56`. */
function timeOf(values: readonly (Json | undefined)[]): { readonly createdAt?: number } {
  const pointed = /^(\d{4}-\d\d-\d\d)-(\d\d)\.(\d\d)\.(\d\d)$/
  return timeField(
    ...values.map((value) => (typeof value === 'string' ? value.replace(pointed, '$1T$2:$3:$4') : value)),
  )
}
