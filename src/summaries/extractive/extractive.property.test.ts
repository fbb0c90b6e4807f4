import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters, estimate, type Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { summaryText } from '../headings.ts'
import type { SummaryNode, SummaryRequest, TouchedFile } from '../summariser.ts'
import { extractiveSummary } from './extractive.ts'

/** A measure under which a text is larger than its lines together. */
const awkward: Measure = { id: 'awkward', count: (text) => text.length + text.split('\n').length ** 2 }

const sentence = fc.constantFrom(
  ...[
    'We decided to keep the store.',
    'Never push to the main branch.',
    'What about the store?',
    'All tests pass now.',
  ],
  ...[
    'Next I will write the planner.',
    'The planner still fails for empty plans.',
    '修复存储。',
    '- [ ] write the docs now',
  ],
  ...['## Goal', '- plain item of a list', '```', 'ok', 'The planner reads the store and writes the plan.', '\n'],
)
const text = fc.oneof(
  { weight: 5, arbitrary: fc.array(sentence, { maxLength: 6 }).map((all) => all.join(' ')) },
  { weight: 2, arbitrary: fc.array(sentence, { maxLength: 6 }).map((all) => all.join('\n')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const callId = fc.constantFrom('a', 'b')
const told = 'zebra quagga okapi'
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('text' as const), text }) },
  fc.record({ kind: fc.constant('tool-call' as const), callId, name: fc.constantFrom('bash', 'read'), input: text }),
  fc.record({
    kind: fc.constant('tool-result' as const),
    callId,
    content: fc.constant([
      { kind: 'text' as const, text: `We must always follow the ${told}. Never fail the ${told}.` },
    ]),
    isError: fc.boolean(),
  }),
)
const author = fc.constantFrom('human' as const, 'model' as const, 'tool' as const, 'system' as const)
const nodes: fc.Arbitrary<SummaryNode[]> = fc.array(
  fc.record({ id: fc.string(), author, parts: fc.array(part, { maxLength: 3 }) }),
  { maxLength: 30 },
)
const file: fc.Arbitrary<TouchedFile> = fc.record({
  path: fc.constantFrom('a.ts', 'src/b.ts', 'c d.md'),
  reads: fc.nat(3),
  writes: fc.nat(3),
  given: fc.nat(1),
  last: fc.constantFrom('read' as const, 'write' as const, 'mention' as const, 'failed-write' as const),
})
const request: fc.Arbitrary<SummaryRequest> = fc.record({
  nodes,
  limit: fc.integer({ min: 1, max: 1500 }),
  measure: fc.constantFrom(characters, estimate, awkward),
  verbatim: fc.array(text, { maxLength: 3 }),
  files: fc.uniqueArray(file, { selector: ({ path }) => path }),
})

describe('every extractive summary', () => {
  it('is within the limit, and what must stand stands word for word, or is refused for it', () => {
    fc.assert(
      fc.property(request, (given) => {
        const summary = extractiveSummary(given)
        const must = [...new Set(given.verbatim)].filter((each) => each.trim() !== '')
        const least = given.measure.count(summaryText(must.map((each) => ({ heading: 'decisions', text: each }))))
        if (typeof summary !== 'string') {
          expect(summary.overBy).toBe(least - given.limit)
          expect(summary.overBy).toBeGreaterThan(0)
          return
        }
        expect(given.measure.count(summary)).toBeLessThanOrEqual(given.limit)
        for (const each of must) expect(summary).toContain(each)
      }),
      { numRuns: 300 },
    )
  })

  it('is the same for the same request, and leaves it as it was', () => {
    fc.assert(
      fc.property(request, (given) => {
        const before = structuredClone({ ...given, measure: given.measure.id })
        expect(extractiveSummary(given)).toEqual(extractiveSummary({ ...structuredCloneOf(given) }))
        expect({ ...given, measure: given.measure.id }).toEqual(before)
      }),
    )
  })

  it('says nothing that a tool returned', () => {
    fc.assert(
      fc.property(request, (given) => {
        expect(JSON.stringify(extractiveSummary({ ...given, limit: 5000 }))).not.toContain('quagga')
      }),
    )
  })
})

function structuredCloneOf({ measure, ...rest }: SummaryRequest): SummaryRequest {
  return { ...structuredClone(rest), measure }
}

it('takes a hundred thousand messages', () => {
  const many = Array.from({ length: 100_000 }, (_, at): SummaryNode => {
    const said = `We decided to keep store ${at} as it is. All tests of store ${at % 7} pass now.`
    return { id: `n${at}`, author: at % 2 === 0 ? 'human' : 'model', parts: [{ kind: 'text', text: said }] }
  })
  const summary = extractiveSummary({ nodes: many, limit: 500, measure: estimate, verbatim: [], files: [] })
  expect(summary).toContain('store 0')
})
