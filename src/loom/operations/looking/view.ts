import { z } from 'zod'
import { bookmarkLabels, connectionsOf } from '../../aware/connections.ts'
import { utcMinute } from '../../texts/time.ts'
import { findNodeOrHead, nodeName, positionOf, shortIdsOf } from '../find.ts'
import { type Operation, operation } from '../operation.ts'
import { glimpses, textsOf } from './show.ts'

/** How much of a text is shown at once unless more is asked for, in characters. */
const shownLength = 4000

/** How many children and notes are named. */
const namedAtMost = 20

/** Shows one node: what it says, from a character on, and what stands around it. */
export const view: Operation = operation(
  {
    name: 'view',
    permission: 'loom_aware',
    about: 'Read a node and see what stands around it. Default: where you are.',
  },
  {
    node: nodeName.optional(),
    from: z.int().min(0).optional().describe('First character of a long text.'),
    length: z.int().min(1).max(40_000).optional(),
  },
  async ({ store }, loom, { node: name, from = 0, length = shownLength }) => {
    const node = await findNodeOrHead(store, loom, name)
    const text = [...((await textsOf(store, [node])).get(node.id) ?? '')]
    const bookmarks = await bookmarkLabels(store, loom.conversation.id)
    const connections = await connectionsOf(store, node, { isLast: true, bookmarks })
    const children = await store.children(node.id, { limit: namedAtMost })
    const notes = await store.children(node.id, { limit: namedAtMost, type: 'annotation' })
    const { index, count } = await store.siblings(node.id)
    const position = await positionOf(store, loom, node.id)
    const barred = (await store.barred([node.id], await store.revision())).get(node.id)
    const [parent] = node.parent === null ? [] : await shortIdsOf(store, loom, [node.parent])
    const [editedFrom] = node.editedFrom === undefined ? [] : await shortIdsOf(store, loom, [node.editedFrom])
    return {
      result: {
        node: node.shortId,
        author: node.author,
        ...(node.authorId === undefined ? {} : { authorId: node.authorId }),
        at: utcMinute(node.createdAt),
        text: text.slice(from, from + length).join(''),
        characters: text.length,
        ...(node.gone === undefined ? {} : { gone: node.gone }),
        ...(barred === undefined ? {} : { leftOut: barred }),
        onPath: position !== undefined,
        parent: parent ?? null,
        ...(editedFrom === undefined ? {} : { versionOf: editedFrom }),
        sibling: `${index + 1} of ${count}`,
        continuations: connections.continuations,
        children: children.map(({ shortId }) => shortId),
        notes: await glimpses(store, notes),
        bookmark: connections.bookmark,
        tags: await store.tags(node.id),
      },
    }
  },
)
