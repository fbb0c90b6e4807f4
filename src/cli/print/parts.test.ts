import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../core/content/part.ts'
import { headline, partLines } from './parts.ts'

const parts: readonly Part[] = [
  { kind: 'reasoning', text: 'Hm.\nWell.' },
  { kind: 'text', text: '\n  Reading it.\nNow.' },
  { kind: 'tool-call', callId: 'c1', name: 'read', input: { path: 'a\u001b.ts' } },
  {
    kind: 'tool-result',
    callId: 'c1',
    name: 'read',
    isError: true,
    content: [{ kind: 'file', path: 'a.ts', way: 'read', text: 'x\u009b', range: { from: 2, to: 3 } }],
  },
  { kind: 'image', ref: `data:image/png;base64,${'A'.repeat(5000)}`, mediaType: 'image/png' },
]

describe('parts', () => {
  it('are told on one line, each in its way', () => {
    expect(headline(parts)).toBe(
      '(reasoning) Hm.  Reading it.  → read {"path":"a\\u001b.ts"}  ← error: [read a.ts:2-3]  [image]',
    )
    expect(headline([{ kind: 'text', text: '  \n ' }])).toBe('')
    expect(headline([{ kind: 'text', text: 'x'.repeat(9000) }]).length).toBeLessThanOrEqual(1000)
  })

  it('are shown in full, but for data URLs, with nothing that a terminal obeys', () => {
    const shown = partLines(parts, pc.createColors(false)).join('\n')
    expect(shown).toContain('── reasoning\nHm.\nWell.')
    expect(shown).toContain('── tool-call read c1\n{\n  "path": "a\\u001b.ts"\n}')
    expect(shown).toContain('── tool-result read c1 error\n── file read a.ts:2-3\nx␛[')
    expect(shown).toContain('(5022 characters)')
    expect(shown).not.toMatch(/[^\P{Cc}\n]/u)
  })
})
