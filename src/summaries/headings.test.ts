import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSummary, type SummaryItem, summaryHeadings, summaryText } from './headings.ts'

const line = fc.string({ unit: fc.constantFrom('a', 'B', '-', '#', ' ', '.'), minLength: 1, maxLength: 20 })
const item = fc.record<SummaryItem>({
  heading: fc.constantFrom(...summaryHeadings),
  text: line.map((text) => `x${text}y`),
})

describe('the text of a summary', () => {
  it('leaves out headings that have nothing under them', () => {
    const items: SummaryItem[] = [
      { heading: 'next', text: 'Run it.' },
      { heading: 'goal', text: 'Ship.' },
    ]
    expect(summaryText(items)).toBe('## Goal\n- Ship.\n\n## Next step\n- Run it.')
    expect(summaryText([])).toBe('')
  })

  it('can be read back', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        const inOrder = summaryHeadings.flatMap((heading) => items.filter((each) => each.heading === heading))
        expect(readSummary(summaryText(items))).toEqual(inOrder)
      }),
    )
  })

  it('keeps the lines of an item together', () => {
    expect(readSummary('## Goal\n- one\n  two\n\nthree\n\n## Open ends\n- four')).toEqual([
      { heading: 'goal', text: 'one\n  two\n\nthree' },
      { heading: 'open', text: 'four' },
    ])
  })

  it('is known by its first line', () => {
    expect(readSummary('We talked about:\n## Goal\n- Ship.')).toBeUndefined()
    expect(readSummary('')).toBeUndefined()
  })
})
