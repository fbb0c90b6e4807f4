import { beforeEach, describe, expect, it } from 'vitest'
import type { Candidate } from '../../../core/candidate.ts'
import { characters } from '../../../core/content/measure.ts'
import { bookOn, type FileBook } from '../../../core/files/file-book.ts'
import { memoryStore } from '../../../stores/memory/memory-store.ts'
import type { Store } from '../../../stores/store.ts'
import { linesOf, perform, type Session, startSession } from '../../example-session.ts'
import { bookWith, offerFiles, shownByStanding } from './files.ts'

let store: Store
let session: Session

beforeEach(async () => {
  store = memoryStore()
  session = await startSession(store)
  await perform(session, { kind: 'ask', length: 1 })
})

/** What is known after reading files one after another. */
async function bookAfter(...files: readonly number[]): Promise<FileBook> {
  for (const file of files) await perform(session, { kind: 'whole', file, numbered: true })
  const nodes = await store.written(session.conversation.id, { limit: 99 })
  const contents = await store.contents(nodes.map(({ content }) => content))
  return bookOn(
    undefined,
    nodes.map(({ id, content }) => ({ id, parts: contents.get(content) ?? [] })),
  )
}

const offered = (book: FileBook, room: number, standing: readonly Candidate[] = []) =>
  offerFiles(store, characters, { book, room, standing, perMessage: 4, work: { uses: 400, said: '' } })
const idsOf = (all: readonly Candidate[]): string[] => all.map(({ id }) => id)

describe('files in work', () => {
  it('are offered in their newest state, the newest last, and never over the room', async () => {
    const { candidates } = await offered(await bookAfter(0, 1, 3), 9000)
    expect(idsOf(candidates)).toEqual(['file:src/a.ts', 'file:a file with spaces.md', 'file:cost $& $1 $$.ts'])
    for (const room of [100, 400, 700, 1500, 3000]) {
      const { candidates: some } = await offered(await bookAfter(), room)
      expect(some.reduce((sum, { forms }) => sum + forms[0].size, 0)).toBeLessThanOrEqual(room)
    }
  })

  it('show their own lines alone: the line above a whole file counts as its first', async () => {
    const { candidates, shown } = await offered(await bookAfter(0), 9000)
    for (const all of [shown, await shownByStanding(store, candidates)])
      expect(all).toMatchObject([{ text: linesOf('src/a.ts', 8).join('\n') }])
  })

  it('are measured as they are sent, with what a message costs', async () => {
    const { candidates } = await offered(await bookAfter(0), 9000)
    const [form] = candidates[0]?.forms ?? []
    const [part] = (await store.contents([form?.content ?? ''])).get(form?.content ?? '') ?? []
    expect(part?.kind === 'file' && characters.count(part.text) + 4).toBe(form?.size)
    expect(part).toMatchObject({ kind: 'file', path: 'src/a.ts', way: 'read' })
  })

  it('stay in the order in which they stand, and new ones come behind', async () => {
    const before = await offered(await bookAfter(0, 1), 9000)
    const after = await offered(await bookAfter(3, 0), 9000, before.candidates)
    expect(idsOf(after.candidates)).toEqual(['file:src/a.ts', 'file:a file with spaces.md', 'file:cost $& $1 $$.ts'])
  })

  it('show what they carried when they stand, by their key', async () => {
    const { candidates } = await offered(await bookAfter(0), 9000)
    const shown = await shownByStanding(store, candidates)
    expect(shown).toMatchObject([{ kind: 'file', node: 'file:src/a.ts', key: 'src/a.ts' }])
    expect(shown[0]?.kind === 'file' && shown[0].text).toContain(linesOf('src/a.ts', 8).join('\n'))
  })
})

describe('a book', () => {
  it('goes on behind the last node that it has seen', async () => {
    const book = await bookAfter(0)
    const nodes = [
      { id: 'before', parts: [] },
      { id: book.upTo, parts: [] },
      { id: 'new', parts: [{ kind: 'file' as const, path: 'b', way: 'mention' as const, text: 'x' }] },
    ]
    const next = bookWith(book, nodes)
    expect(next).toMatchObject({ upTo: 'new', count: 2 })
    expect(next.files.map(({ key }) => key)).toEqual(['b', 'src/a.ts'])
  })
})
