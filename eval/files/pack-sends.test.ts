import { describe, expect, it } from 'vitest'
import { packSends } from './pack-sends.ts'
import type { Sent } from './send.ts'

const parser = Array.from({ length: 200 }, (_, at) => (at === 149 ? '// reads a comment' : `const line${at} = ${at}`))
const texts = new Map([
  ['src/parser.ts', parser.join('\n')],
  ['src/other.ts', 'export const other = 1\n'],
])

function sends(budget: number): Promise<Sent> {
  return packSends()('let the parser read a comment', { texts, changes: [] }, budget)
}

describe('the lines of a pack', () => {
  it('are those of its excerpts', async () => {
    const marks = (await sends(600)).get('src/parser.ts')
    expect(marks?.[150]).toBe(1)
    expect(marks?.[1]).toBe(0)
  })

  it('are all lines of what goes in full', async () => {
    const sent = await sends(10_000)
    expect(
      sent
        .get('src/parser.ts')
        ?.subarray(1, 201)
        .every((mark) => mark === 1),
    ).toBe(true)
    expect(sent.get('src/other.ts')?.[1]).toBe(1)
  })
})
