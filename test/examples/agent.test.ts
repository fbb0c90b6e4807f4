import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'heddle-example-'))
let printed = ''

beforeAll(async () => {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME: HOME ?? folder, TMPDIR: folder, XDG_CACHE_HOME: join(folder, 'cache'), NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)(process.execPath, [join(repository, 'examples/agent/run.ts')], { env })
  printed = stdout
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What stands below a heading, line by line. */
function below(title: string): string[] {
  const lines = printed.split('\n')
  const start = lines.findIndex((line) => line.startsWith(title))
  const end = lines.findIndex((line, at) => at > start + 1 && /^─+$/.test(line))
  return lines.slice(start + 2, end === -1 ? undefined : end - 2)
}

function figures(line = ''): number[] {
  return Array.from(line.matchAll(/\d[\d,.]*/g), ([figure]) => Number(figure.replaceAll(',', '')))
}

/** The cells under a column's title, which stand to the right. */
function column(title: string, lines: readonly string[]): number[] {
  const [head = '', ...rows] = lines
  const end = head.indexOf(title) + title.length
  return rows.map((row) => Number(/[\d,]*$/.exec(row.slice(0, end))?.[0].replaceAll(',', '') || 0))
}

describe('the example of an agent', () => {
  it('does its task with at least 30 tool calls, and mends what fails on the way', () => {
    const [calls = 0] = figures(below('The task').find((line) => line.includes('tool calls')))
    expect(calls).toBeGreaterThanOrEqual(30)
    expect(printed).toMatch(/commands that failed [1-9]\d*, calls that were refused [1-9]/)
    expect(printed).toContain('The task is done: types and tests pass.')
  })

  it('changes the copy, in the places that the task is about, and not the repository', () => {
    const changed = below('What was changed')
    expect(changed.filter((line) => line.startsWith('src/'))).toEqual([
      'src/core/explain.test.ts',
      'src/core/explain.ts',
      'src/core/policies/fit/ranked.test.ts',
      'src/core/policies/fit/ranked.ts',
      'src/core/reason.ts',
    ])
    const [went, came] = ['-', '+'].map((sign) => changed.filter((line) => line.startsWith(`  ${sign}`)).join('\n'))
    expect(went).toContain("'smaller-form'")
    expect(came).toContain("'reduced'")
    expect(came).not.toContain("'smaller-form'")
    expect(readFileSync(join(repository, 'src/core/reason.ts'), 'utf8')).toContain("'smaller-form'")
  })

  it('has to cut, to shorten and to point at newer reads, and carries the files in work', () => {
    const rows = below('What had to change')
    expect(rows.filter((row) => row.includes('pressure')).length).toBeGreaterThanOrEqual(2)
    for (const title of ['left out', 'repeated', 'stale', 'shortened', 'files in work'])
      expect(Math.max(...column(title, rows)), title).toBeGreaterThan(0)
  })

  it('explains the last plan: sections that add up to what it uses, and a reason for each line', () => {
    const [head = '', , ...rest] = below('The plan of the last call')
    const bars = rest.slice(0, rest.indexOf(''))
    const sum = column('used', bars).reduce((all, each) => all + each, 0)
    const [used = 0, limit = 0] = figures(head)
    expect(used).toBeLessThanOrEqual(limit)
    // The marker where history is missing stands in no section.
    expect(used - sum).toBeLessThan(50)
    const [titles = '', ...rows] = rest.slice(rest.indexOf('') + 1)
    for (const row of rows) expect(row.slice(titles.indexOf('why')).trim(), row).not.toBe('')
  })

  it('never sends more than the limit, and less than a loop that sends everything', () => {
    const rows = below('What was sent')
    const [heddle = 0, everything = 0] = column('input', rows)
    expect(heddle).toBeLessThan(everything / 1.5)
    const [largest = 0, whole = 0] = column('largest', rows)
    const [, limit = 0] = figures(below('The plan of the last call')[0])
    expect(largest).toBeLessThanOrEqual(limit)
    expect(whole).toBeGreaterThan(limit)
  })

  it('replays every plan, and leaves nothing behind', () => {
    const [same, all] = figures(below('Replay')[0])
    expect(same).toBe(all)
    expect(readdirSync(folder).filter((name) => name.startsWith('heddle-agent-'))).toEqual([])
  })
})
