import { join, resolve } from 'node:path'
import { exactId } from '../bench/engine.ts'
import type { Measurement } from '../bench/frame/command.ts'
import { type Check, moreThan, type Row } from '../bench/frame/report.ts'
import { UsageError } from '../src/cli/exit-code.ts'
import { exactMeasure } from '../src/tokenizers/exact.ts'
import { candidatesIn } from './files/candidates.ts'
import { packSends } from './files/pack-sends.ts'
import { mostCommits, rankingsOf } from './files/rankings.ts'
import { openRepository, type Repository } from './files/repository.ts'
import { fileRecall, hunkRecall } from './files/score.ts'
import { sendPieces } from './files/send.ts'
import { type Task, tasksIn } from './files/task.ts'
import { percent } from './replay/row.ts'

const defaultFolder = '../shared/eval/code'
const firsts: readonly number[] = [1, 5, 10, 20]
const limits: readonly number[] = [8000, 32_000]

/** What `heddle pack` really sends, in full and in pieces, beside what the rankings would; with budgets that people give. */
const packed = 'pack'
const budgets: readonly number[] = [8192, 32_768]

/** The better of the baselines that the issue names for each repository, per cent: what all signals together should pass. */
const baselines: { readonly [repository: string]: { readonly [column: string]: number } } = {
  kysely: { '@1': 33.7, '@5': 61.7, '@10': 69.2, '@20': 79.7, hunk8k: 59.1, hunk32k: 75.2 },
  zod: { '@1': 36.1, '@5': 72.2, '@10': 82.1, '@20': 86.5, hunk8k: 53.7, hunk32k: 73 },
}

/** How well the files, and the lines, that past changes touched are found by what the changes were for. */
export const files: Measurement = {
  name: 'files',
  about: `finds what the tasks in DIR/NAME.jsonl (default ${defaultFolder}) changed, with repositories as they stood before`,
  usage: '--repo NAME=PATH [--repo NAME=PATH …] [DIR]',
  options: { repo: { type: 'string', multiple: true } },
  most: 1,
  async run({ options, arguments: [folder = defaultFolder], say }) {
    const rows: Row[] = []
    for (const [name, path] of repositoriesIn(options.repo)) {
      const tasks = await tasksIn(join(resolve(folder), `${name}.jsonl`))
      say(`${name}: ${tasks.length} tasks`)
      const repository = await openRepository(
        path,
        tasks.map(({ base }) => base),
      )
      rows.push(...(await rowsOf(name, tasks, repository)))
    }
    return { rows, checks: rows.flatMap(checksOf) }
  },
}

function repositoriesIn(option: unknown): (readonly [name: string, path: string])[] {
  const named: readonly unknown[] = Array.isArray(option) ? option : []
  if (named.length === 0) throw new UsageError('Say where a repository is: --repo NAME=PATH.')
  return named.map((each) => {
    const [, name, path] = /^([\w-]+)=(.+)$/s.exec(String(each)) ?? []
    if (name && path) return [name, path]
    throw new UsageError(`--repo takes NAME=PATH; it was given ${each}.`)
  })
}

/** The values of each column, by ranking. */
type Figures = Map<string, Map<string, number[]>>

async function rowsOf(name: string, tasks: readonly Task[], repository: Repository): Promise<Row[]> {
  const { count } = await exactMeasure(exactId)
  const counted = new Map<string, number>()
  const remembered = (text: string): number => {
    const known = counted.get(text) ?? count(text)
    if (text.length < 300) counted.set(text, known)
    return known
  }
  const figures: Figures = new Map()
  const sendPack = packSends()
  for (const task of tasks) {
    const candidates = candidatesIn(name, await repository.filesAt(task.base))
    const texts = await repository.read(candidates)
    const lines = new Map(candidates.map(({ path, blob }) => [path, (texts.get(blob) ?? '').split('\n')]))
    const changes = repository.changesUpTo(task.base, mostCommits)
    for (const [signal, ranked] of rankingsOf(task.query, candidates, texts, changes)) {
      const paths = ranked.map(({ path }) => path)
      for (const first of firsts) note(figures, signal, `@${first}`, fileRecall(task, paths, first))
      for (const limit of limits) {
        const sent = sendPieces(ranked, (path) => lines.get(path) ?? [], limit, remembered)
        noteHunks(figures, signal, limit, hunkRecall(task, sent))
      }
    }
    const textsByPath = new Map(candidates.map(({ path, blob }) => [path, texts.get(blob) ?? '']))
    for (const budget of budgets) {
      const sent = await sendPack(task.query, { texts: textsByPath, changes }, budget)
      noteHunks(figures, packed, budget, hunkRecall(task, sent))
    }
  }
  return Array.from(figures, ([ranking, columns]) => ({
    repository: name,
    tasks: tasks.length,
    ranking,
    ...Object.fromEntries(Array.from(columns, ([column, values]) => [column, percent(mean(values))])),
  }))
}

function noteHunks(figures: Figures, ranking: string, limit: number, recall: number): void {
  const column = `hunk${Math.floor(limit / 1000)}k`
  note(figures, ranking, column, recall)
  note(figures, ranking, `${column}All`, recall === 1 ? 1 : 0)
}

function note(figures: Figures, ranking: string, column: string, value: number): void {
  const columns = figures.get(ranking) ?? new Map<string, number[]>()
  figures.set(ranking, columns)
  const values = columns.get(column)
  if (values) values.push(value)
  else columns.set(column, [value])
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function checksOf(row: Row): Check[] {
  if (row.ranking !== 'all') return []
  return Object.entries(baselines[String(row.repository)] ?? {}).map(([column, baseline]) =>
    moreThan(`${row.repository} ${column} above BM25`, Number(row[column]), baseline),
  )
}
