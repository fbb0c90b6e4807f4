import { describe, expect, it } from 'vitest'
import { examplePlan, exampleNode as node, sequenceOf } from '../example-input.ts'

const file = (id: string) => node(id, 5, { section: 'files', origin: 'n1' })
const cut = (id: string, size = 900) =>
  node(id, size, { stretch: { from: `${id}1`, to: `${id}2`, count: 2, cut: true } })
const said = (id: string) => node(id, 10)
const ask = node('ask', 10, { section: 'input', newestInput: true })

describe('the place of files in work', () => {
  it('is at the oldest cut of the history, behind its marker or beside it, in their own order', () => {
    const made = examplePlan(200, [file('f1'), file('f2'), said('a'), cut('x'), said('b'), cut('y'), said('c'), ask])
    const order = sequenceOf(made).filter((each) => each !== 2)
    expect(order).toEqual(['a', 'f1', 'f2', 'b', 'c', 'ask'])
  })

  it('stays where a new turn begins', () => {
    const history = [file('f'), said('a'), cut('x'), said('b'), said('c')]
    const flagged = history.map((each) => (each.id === 'a' ? { ...each, newestInput: true } : each))
    const inTurn = sequenceOf(examplePlan(200, flagged))
    const next = sequenceOf(examplePlan(200, [...history, ask]))
    expect(next.slice(0, inTurn.length)).toEqual(inTurn)
  })

  it('is the same with a new turn and without where nothing is cut', () => {
    const history = [file('f'), said('a'), said('b'), said('c')]
    const flagged = history.map((each) => (each.id === 'b' ? { ...each, newestInput: true } : each))
    const inTurn = sequenceOf(examplePlan(200, flagged))
    const next = sequenceOf(examplePlan(200, [...history, ask]))
    expect(next.slice(0, inTurn.length)).toEqual(inTurn)
  })

  it('is behind what stays for longer: tools, system text, pins, bundles and summaries', () => {
    const sections = ['summary', 'bundle', 'pins', 'system', 'tools'] as const
    const others = sections.map((section) => node(section, 5, { section }))
    const order = sequenceOf(examplePlan(300, [...others, file('f'), cut('x'), said('a'), ask]))
    expect(order.filter((each) => each !== 2)).toEqual([...sections.toReversed(), 'f', 'a', 'ask'])
  })
})
