import { describe, expect, it } from 'vitest'
import type { Json } from '../../core/content/json.ts'
import { resultTool } from './result-tool.ts'

const long = Array.from({ length: 3000 }, (_, at) => `line ${at + 1}`).join('\n')
const results = new Map([
  ['lines', long],
  ['one', `${'😀'.repeat(30_000)}end`],
  ['empty', ''],
])
const tool = resultTool(async (callId) => results.get(callId))

async function said(input: Json): Promise<string[]> {
  const { content } = await tool.run(input, { callId: 'c', signal: new AbortController().signal })
  return content.map((part) => ('text' in part ? part.text : ''))
}

describe('read_result', () => {
  it('gives the lines that are asked for, and says which of how many', async () => {
    expect(await said({ call_id: 'lines', start_line: 2999 })).toEqual([
      'line 2999\nline 3000',
      '[lines 2999-3000 of 3000]',
    ])
    expect(await said({ call_id: 'lines', start_line: 2, end_line: 2 })).toEqual([
      'line 2\n',
      '[lines 2-2 of 3000; the next begin at start_line 3]',
    ])
  })

  it.each(['lines', 'one'])('gives all of %s in pieces that are sent whole', async (call_id) => {
    let read = ''
    for (let next: number | undefined = 1; next !== undefined; ) {
      const [text = '', remark = ''] = await said({ call_id, start_line: next })
      expect(text.length).toBeLessThan(24_000)
      read += text
      const [, line] = /start_line (\d+)/.exec(remark) ?? []
      next = line === undefined ? undefined : Number(line)
    }
    expect(read).toBe(results.get(call_id))
  })

  it('says what is not there', async () => {
    expect(await said({ call_id: 'none' })).toEqual(['There is no result of a call "none" here.'])
    expect(await said({ call_id: 'empty' })).toEqual(['[the result is empty]'])
    expect(await said({ call_id: 'lines', start_line: 3001 })).toEqual([
      'The result has 3000 lines: none of these is there.',
    ])
    expect((await said({ callId: 'lines' }))[0]).toContain('does not fit read_result')
  })
})
