import { describe, expect, it } from 'vitest'
import { textsIn } from './texts-in.ts'

describe('textsIn', () => {
  it('finds contents, calls and tools, and a place for what is no text', () => {
    const request = {
      tools: [{ type: 'function', function: { name: 'read' } }],
      messages: [
        { role: 'system', content: 'Be kind.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: 'data:' } },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'read', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c', content: 'found' },
      ],
    }
    expect(textsIn(request)).toEqual({
      texts: ['{"name":"read"}', 'Be kind.', 'Look', null, 'read', '{}', 'found'],
      messages: 4,
    })
  })
})
