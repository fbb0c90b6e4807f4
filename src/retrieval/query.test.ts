import { describe, expect, it } from 'vitest'
import { queryOf } from './query.ts'

const weightOf = (task: string, word: string): number | undefined => {
  const { weights, places } = queryOf(task)
  return weights[places.get(word) ?? -1]
}

describe('what a task looks for', () => {
  it('is its words, and every two that follow one another as one name', () => {
    expect([...queryOf('drop index, if exists').places.keys()]).toEqual([
      'drop',
      'index',
      'exist',
      'dropindex',
      'ifexist',
    ])
  })

  it('counts what the task repeats more, but less each time', () => {
    const [once = 0, twice = 0, often = 0] = [1, 2, 50].map((n) => weightOf('index, '.repeat(n), 'index'))
    expect(once).toBe(1)
    expect(twice).toBeGreaterThan(once)
    expect(twice).toBeLessThan(2 * once)
    expect(often).toBeLessThan(9)
  })

  it('counts what is marked as code twice', () => {
    expect(weightOf('support `index`', 'index')).toBe(weightOf('index, index', 'index'))
  })

  it('counts half what any task may ask for', () => {
    expect(weightOf('adding support for tables', 'add')).toBe(0.5)
    expect(weightOf('adding support for tables', 'tabl')).toBe(1)
  })

  it('is nothing for a task without words', () => {
    expect(queryOf('?!. ``` --- 。').weights).toEqual([])
  })

  it('is bounded', () => {
    const task = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ')
    expect(queryOf(task).weights.length).toBe(2000)
  })
})
