import { z } from 'zod'
import { shortIdsOf } from '../find.ts'
import { type Operation, operation } from '../operation.ts'

/** Finds nodes by what they say. */
export const search: Operation = operation(
  {
    name: 'search',
    permission: 'loom_aware',
    about: 'Find nodes by words or "quoted phrases"; a star behind a word finds what begins with it.',
  },
  {
    query: z.string().min(1).max(1000),
    where: z.enum(['conversation', 'path']).optional().describe('Default: conversation.'),
    limit: z.int().min(1).max(50).optional(),
  },
  async ({ store }, loom, { query, where = 'conversation', limit = 10 }) => {
    const { conversation, branch } = loom
    if (where === 'path' && branch.head === null) return { result: [] }
    const route = where === 'path' && branch.head !== null ? await store.route(branch.head, branch.id) : undefined
    const hits = await store.search(query, {
      conversation: conversation.id,
      limit,
      ...(route === undefined ? {} : { route }),
    })
    const shortIds = await shortIdsOf(
      store,
      loom,
      hits.map(({ node }) => node),
    )
    return { result: hits.map(({ snippet }, at) => ({ node: shortIds[at] ?? '', text: snippet.text })) }
  },
)
