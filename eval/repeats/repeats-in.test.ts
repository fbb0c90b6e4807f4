import { describe, expect, it } from 'vitest'
import { answered, called, said, sizesInCharacters } from '../replay/example.ts'
import type { Message } from '../replay/request.ts'
import { emptyRepeats, repeatsIn, together } from './repeats-in.ts'

const read = (id: string, path: string, text: string): Message[] => [called(id, 'read', { path }), answered(id, text)]

describe('repeatsIn', () => {
  it('counts reads of one path, equal texts, lines shown before, and writes behind', () => {
    const messages = [
      said('user', 'go'),
      ...read('1', 'a', 'alpha\nbravo'),
      ...read('2', 'a', 'alpha\nbravo'),
      called('3', 'edit', { path: 'a' }),
      answered('3', 'Done.'),
      ...read('4', 'a', 'alpha\nother'),
      ...read('5', 'b', 'alpha'),
    ]
    const session = {
      ...{ name: 's', tools: [], system: '', calls: [], nodes: [] },
      conversation: { kind: 'conversation', key: 's' } as const,
      messages: messages.map((message) => ({ ...message, keys: [] })),
    }
    const sizes = sizesInCharacters()
    const found = repeatsIn(session, sizes)
    expect(found).toEqual({
      size: messages.reduce((sum, message) => sum + sizes.ofMessage(message), 0),
      reads: 4,
      readSize: 11 + 11 + 11 + 5,
      samePath: 2,
      exactSize: 11,
      lines: 7,
      linesBefore: 3,
      stale: 2,
    })
    expect(together(found, emptyRepeats(0))).toEqual(found)
  })
})
