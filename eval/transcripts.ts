import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { exactId, openBench } from '../bench/engine.ts'
import type { Measurement } from '../bench/frame/command.ts'
import { atLeast, atMost, type Check, type Row } from '../bench/frame/report.ts'
import { HeddleError } from '../src/core/errors.ts'
import { detect } from '../src/formats/detect.ts'
import { openText } from '../src/formats/open-text.ts'
import type { Engine } from '../src/session/engine.ts'
import { type ImportReport, importEntries } from '../src/session/import.ts'
import { planAtBudget } from './transcripts/plan-at-budget.ts'

const budgets: readonly number[] = [8_000, 32_000, 128_000]
const defaultFolder = '../shared/eval/transcripts'

/** Recorded sessions through the whole engine: import, plan, render, verify, replay. */
export const transcripts: Measurement = {
  name: 'transcripts',
  about: `imports, plans, renders and replays every recorded session below DIR (default ${defaultFolder})`,
  usage: '[DIR]',
  options: {},
  most: 1,
  async run({ arguments: [folder = defaultFolder], say }) {
    const rows: Row[] = []
    for (const file of await filesBelow(resolve(folder))) {
      say(relative(resolve(folder), file))
      rows.push(...(await evaluateFile(file, relative(resolve(folder), file))))
    }
    return { rows, checks: checksOf(rows) }
  },
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) {
    const message = `There is no folder ${folder}. Name the folder with the recorded sessions: npm run eval -- transcripts DIR`
    throw new HeddleError('folder-missing', message)
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'LICENSE')
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

/** A row for each budget; one row that says why, where the file cannot be taken in. */
async function evaluateFile(file: string, name: string): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-eval-'))
  const { engine, close } = await openBench(folder)
  try {
    const started = performance.now()
    const imported = await importFile(engine, file)
    const importMs = performance.now() - started
    if (typeof imported === 'string') return [emptyRow({ file: name, outcome: imported })]
    const { format, report } = imported
    const about = { file: name, format, importMs, problems: report.problems.length }
    if (report.conversations.length === 0) return [emptyRow({ ...about, outcome: 'no conversation in it' })]
    const rows: Row[] = []
    for (const { id, added } of report.conversations) {
      for (const budget of budgets) {
        rows.push({ ...emptyRow({ ...about, nodes: added, budget }), ...(await planAtBudget(engine, id, budget)) })
      }
    }
    return rows
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function importFile(engine: Engine, file: string): Promise<{ format: string; report: ImportReport } | string> {
  try {
    const source = await openText(file)
    const format = detect(source.sample)
    if (!format) return 'not in a format that is known'
    const options = { format: format.name, measures: [await engine.loadMeasure(exactId)] }
    return { format: format.name, report: await importEntries(engine, format.read(source), options) }
  } catch (error) {
    if (error instanceof HeddleError) return error.message
    throw error
  }
}

/** Every row has the same columns. */
function emptyRow(known: Row): Row {
  const figures = { budget: null, nodes: null, size: null, kept: null, leftOut: null, planMs: null, callMs: null }
  const proofs = { targets: null, replayed: null, renderedTokens: null, offPercent: null }
  return { file: null, format: null, importMs: null, problems: null, ...figures, ...proofs, outcome: null, ...known }
}

function checksOf(rows: readonly Row[]): Check[] {
  const tried = rows.filter(({ budget }) => budget !== null)
  if (tried.length === 0) return []
  const good = tried.filter(({ outcome }) => outcome === 'good').length
  const over = tried.filter(({ size, budget }) => Number(size) > Number(budget)).length
  return [
    atLeast('plans that render for every target, verify and replay', good, tried.length),
    atMost('plans over their budget', over, 0),
  ]
}
