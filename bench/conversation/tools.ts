import type { Json } from '../../src/core/content/json.ts'
import type { ResultContent } from '../../src/core/content/part.ts'
import type { ProjectFile } from './project.ts'
import type { Random } from './random.ts'
import { identifier, logLine, prose } from './text.ts'

/** A tool's run: what the model asked for, and what came back. */
export interface ToolRun {
  readonly name: string
  readonly input: Json
  readonly content: readonly ResultContent[]
  readonly isError?: boolean
}

/** What a tool is run on. */
export interface Work {
  readonly random: Random
  /** The files of the turn; the first are read most. */
  readonly files: readonly [ProjectFile, ...ProjectFile[]]
  readonly sizeFactor: number
}

/** One run of a tool, in the proportions of recorded coding sessions: mostly reading, searching and running. */
export function runTool(work: Work): ToolRun {
  const which = work.random.next()
  if (which < 0.28) return read(work)
  if (which < 0.46) return edit(work)
  return which < 0.66 ? search(work) : run(work)
}

function read({ random, files }: Work): ToolRun {
  const file = often(random, files)
  const whole = file.lines < 60 || random.chance(0.2)
  const from = whole ? 1 : 1 + random.below(file.lines)
  const to = whole ? file.lines : Math.min(file.lines, from + 20 + random.below(100))
  const range = whole ? {} : { range: { from, to } }
  const input = whole ? { path: file.path } : { path: file.path, offset: from, limit: to - from + 1 }
  return {
    name: 'read_file',
    input,
    content: [{ kind: 'file', way: 'read', path: file.path, text: file.read({ from, to }), ...range }],
  }
}

function edit({ random, files }: Work): ToolRun {
  const file = often(random, files)
  const number = 1 + random.below(file.lines)
  const { before, after } = file.edit(number)
  for (let more = random.below(12); more > 0; more--) file.edit(1 + random.below(file.lines))
  return {
    name: 'edit_file',
    input: { path: file.path, old_text: before, new_text: after },
    content: [{ kind: 'text', text: `Edited ${file.path}: 1 replacement near line ${number}.` }],
  }
}

function search({ random, files, sizeFactor }: Work): ToolRun {
  const pattern = identifier(random)
  const count = Math.round(random.skewed(10, 1) * sizeFactor)
  const hits: string[] = []
  for (let i = 0; i < Math.min(120, count); i++) {
    const file = often(random, files)
    const number = 1 + random.below(file.lines)
    hits.push(`${file.path}:${number}: ${file.line(number).trim()}`)
  }
  return {
    name: 'search',
    input: { pattern, path: files[0].path.split('/')[0] ?? '.' },
    content: [{ kind: 'text', text: hits.length === 0 ? 'No matches.' : hits.join('\n') }],
  }
}

function run({ random, files, sizeFactor }: Work): ToolRun {
  const count = Math.max(1, Math.round(Math.min(400, random.skewed(20, 1.2)) * sizeFactor))
  const printed: string[] = []
  for (let i = 0; i < count; i++) printed.push(logLine(random))
  const isError = random.chance(0.15)
  if (isError) printed.push(`error: ${prose(random, 12)}`)
  return {
    name: 'run',
    input: { command: `npm test -- ${often(random, files).path}`, timeout_ms: 60_000 },
    content: [{ kind: 'text', text: printed.join('\n') }],
    ...(isError ? { isError } : {}),
  }
}

function often(random: Random, files: Work['files']): ProjectFile {
  return files[Math.floor(files.length * random.next() ** 1.7)] ?? files[0]
}
