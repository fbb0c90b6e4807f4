import type { Json } from '../../core/content/json.ts'
import type { Format, ProblemEntry, TextSource } from '../format.ts'
import { jsonLines, leftOut } from '../json-lines.ts'
import { describeShape, isObject } from '../shape.ts'
import { gathered } from '../tree/gather.ts'
import { type Growth, grow } from '../tree/grow.ts'
import { link, type Parents } from '../tree/link.ts'
import { type Item, itemsOf } from './items.ts'

/**
 * OpenAssistant conversations: one tree a line (`prompt` with `replies` in `replies`), or one message a line, with its
 * tree and parent, in any order. Each tree is a conversation; ranks are tags, deleted messages are excluded.
 */
export const oasst: Format = {
  name: 'oasst',
  about: 'OpenAssistant trees, or a flat list of their messages (JSONL)',
  matches: ({ first }) => {
    if (!isObject(first)) return false
    if (isObject(first.prompt)) return isOwnRole(first.prompt.role)
    const tree = first.message_tree_id ?? first.tree
    return typeof tree === 'string' && typeof first.text === 'string' && isOwnRole(first.role)
  },
  read: (source) => gathered(grow(link(growths(source), () => parentsOf(source)))),
}

function isOwnRole(role: Json | undefined): boolean {
  return role === 'prompter' || role === 'assistant'
}

async function* growths(source: TextSource): AsyncIterable<Growth | ProblemEntry> {
  for await (const line of jsonLines(source.lines())) {
    if (line.kind === 'problem') {
      yield line
      continue
    }
    for (const item of itemsOf(line.value)) {
      if ('tree' in item) yield growthOf(item, line.number)
      else yield leftOut(line.number, describeShape(item))
    }
  }
}

function growthOf({ tree, id, parent, draft }: Item, line: number): Growth {
  return {
    kind: 'linked',
    id,
    parent,
    group: tree,
    line,
    drafts: [draft],
    conversation: {
      kind: 'conversation',
      key: tree,
      ...(draft.createdAt === undefined || parent !== null ? {} : { createdAt: draft.createdAt }),
    },
  }
}

async function parentsOf(source: TextSource): Promise<Parents> {
  const parents = new Map<string, string | null>()
  for await (const line of jsonLines(source.lines())) {
    for (const item of line.kind === 'line' ? itemsOf(line.value) : []) {
      if ('tree' in item && !parents.has(item.id)) parents.set(item.id, item.parent)
    }
  }
  return parents
}
