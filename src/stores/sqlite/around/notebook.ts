import type { Notebook } from '../../notebook.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { AroundParts } from './children.ts'

/** Bookmarks, tags and visits. */
export function notebook(connection: Connection, { tree, conversations }: AroundParts): Notebook {
  const setBookmark = connection.prepare((query) =>
    query
      .replaceInto('bookmarks')
      .values({ node: slot(0), conversation: slot(1), label: slot(2), at: slot<number>(3) }),
  )
  const removeBookmark = connection.prepare((query) =>
    query.deleteFrom('bookmarks').where('node', '=', slot<number>(0)),
  )
  const bookmarked = connection.prepare((query) =>
    query
      .selectFrom('bookmarks')
      .innerJoin('nodes', 'nodes.key', 'bookmarks.node')
      .select(['nodes.id as node', 'label', 'at'])
      .where('bookmarks.conversation', '=', slot<number>(0))
      .orderBy('at')
      .orderBy('bookmarks.node'),
  )
  const addTag = connection.prepare((query) =>
    query
      .insertInto('tags')
      .values({ node: slot(0), conversation: slot(1), tag: slot(2) })
      .onConflict((conflict) => conflict.doNothing()),
  )
  const removeTag = connection.prepare((query) =>
    query.deleteFrom('tags').where('node', '=', slot<number>(0)).where('tag', '=', slot<string>(1)),
  )
  const tagsOf = connection.prepare((query) =>
    query.selectFrom('tags').select('tag').where('node', '=', slot<number>(0)),
  )
  const withTag = connection.prepare((query) =>
    query
      .selectFrom('tags')
      .innerJoin('nodes', 'nodes.key', 'tags.node')
      .select('nodes.id')
      .where('tags.conversation', '=', slot<number>(0))
      .where('tag', '=', slot<string>(1))
      .orderBy('tags.node'),
  )
  const setVisit = connection.prepare((query) =>
    query.replaceInto('visits').values({ node: slot(0), parent: slot(1), at: slot<number>(2) }),
  )
  const visitOf = connection.prepare((query) =>
    query.selectFrom('visits').select('at').where('node', '=', slot<number>(0)),
  )
  const lastOwn = connection.prepare((query) =>
    query
      .selectFrom('visits')
      .select(['node', 'at'])
      .where('parent', '=', slot<number>(0))
      .orderBy('at', 'desc')
      .orderBy('node', 'desc')
      .limit(1),
  )
  const lastLinked = connection.prepare((query) =>
    query
      .selectFrom('sources')
      .innerJoin('visits', 'visits.node', 'sources.target')
      .select(['visits.node', 'visits.at'])
      .where('source', '=', slot<number>(0))
      .where('role', '=', 0)
      .orderBy('visits.at', 'desc')
      .orderBy('visits.node', 'desc')
      .limit(1),
  )
  const unvisited = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .select('id')
      .where('conversation', '=', slot<number>(0))
      .where('key', '>', slot<number>(1))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('visits').select('at').whereRef('visits.node', '=', 'nodes.key'))),
      )
      .orderBy('key')
      .limit(slot<number>(2)),
  )
  return {
    bookmark: async (id, label, at) =>
      connection.transaction(() => {
        const { key, conversation } = tree.linkOf(id)
        if (label === null) removeBookmark.run(key)
        else setBookmark.run(key, conversation, label, at)
      }),
    bookmarks: async (conversation) => bookmarked.all(conversations.keyOf(conversation)),
    tag: async (id, tag, on) =>
      connection.transaction(() => {
        const { key, conversation } = tree.linkOf(id)
        if (on) addTag.run(key, conversation, tag)
        else removeTag.run(key, tag)
      }),
    tags: async (id) =>
      connection.reading(() =>
        tagsOf
          .all(tree.linkOf(id).key)
          .map(({ tag }) => tag)
          .sort(),
      ),
    tagged: async (conversation, tag) => withTag.all(conversations.keyOf(conversation), tag).map(({ id }) => id),
    visit: async (id, at) =>
      connection.transaction(() => {
        const { key, parent } = tree.linkOf(id)
        setVisit.run(key, parent, at)
      }),
    visits: async (nodes) =>
      connection.reading(() => {
        const found = new Map<string, number>()
        for (const id of nodes) {
          const link = tree.find(id)
          const visit = link && visitOf.get(link.key)
          if (visit) found.set(id, visit.at)
        }
        return found
      }),
    lastVisitedChild: async (id) =>
      connection.reading(() => {
        const { key } = tree.linkOf(id)
        const [last] = [lastOwn.get(key), lastLinked.get(key)]
          .filter((visit) => visit !== undefined)
          .sort((a, b) => b.at - a.at || b.node - a.node)
        return last ? tree.idOf(last.node) : null
      }),
    unread: async (conversation, { after, limit }) =>
      connection.reading(() => {
        const from = after === undefined ? 0 : tree.linkOf(after).key
        return unvisited.all(conversations.keyOf(conversation), from, Math.max(0, limit)).map(({ id }) => id)
      }),
  }
}
