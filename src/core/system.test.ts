import { describe, expect, it } from 'vitest'
import { characters, estimate } from './content/measure.ts'
import { joinSystem } from './render/assemble.ts'
import { systemCandidates } from './system.ts'

const texts = ['  You are terse. ', '\n', 'Answer in French.\n', 'Never guess.'].map((text, at) => ({
  id: `s${at}`,
  text,
}))

describe('systemCandidates', () => {
  it('costs together what the joined text costs, in every measure', () => {
    for (const measure of [characters, estimate]) {
      const sizes = systemCandidates(texts, measure).map(({ forms }) => forms[0].size)
      const joined = joinSystem(texts.map(({ text }) => text)) ?? ''
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(measure.count(joined))
    }
  })

  it('keeps the order, puts all into the system section and names the content', () => {
    const made = systemCandidates([{ id: 'a', text: 'x', content: 'digest' }, ...texts], characters)
    expect(made.map(({ id }) => id)).toEqual(['a', 's0', 's1', 's2', 's3'])
    expect(new Set(made.map(({ section }) => section))).toEqual(new Set(['system']))
    expect(made[0]?.forms).toEqual([{ kind: 'full', size: 1, content: 'digest' }])
  })

  it('bars blank texts as empty, at no cost to what follows', () => {
    const [, blank, next] = systemCandidates(texts, characters)
    expect(blank).toMatchObject({ bar: 'empty', forms: [{ size: 0 }] })
    expect(next?.forms[0].size).toBe('\n\nAnswer in French.'.length)
  })

  it('bars what is barred with its own size, and charges the rest as if it were not there', () => {
    const made = systemCandidates([{ id: 'off', text: 'abc', bar: 'system-off' }, ...texts.slice(2)], characters)
    expect(made[0]).toMatchObject({ bar: 'system-off', forms: [{ size: 3 }] })
    expect(made[1]?.forms[0].size).toBe('Answer in French.'.length)
  })

  it('charges what a message costs once, to the first text that goes', () => {
    const plain = systemCandidates(texts, estimate).map(({ forms }) => forms[0].size)
    const made = systemCandidates([{ id: 'blank', text: ' ' }, ...texts], estimate, 4).map(({ forms }) => forms[0].size)
    expect(made).toEqual([0, (plain[0] ?? 0) + 4, ...plain.slice(1)])
  })
})
