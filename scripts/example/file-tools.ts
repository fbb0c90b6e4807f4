import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ToolRequest } from './step.ts'

/** What a tool gave back. */
export interface ToolOutput {
  readonly text: string
  readonly isError: boolean
}

type InputOf<Tool extends ToolRequest['tool']> = Extract<ToolRequest, { tool: Tool }>['input']

const mostHits = 60

/** The paths of all files below a folder, sorted, one a line. */
export function listFiles(root: string, { path }: InputOf<'list_files'>): ToolOutput {
  const files = filesBelow(root, path)
  return files.length === 0 ? bad(`${path}: there are no files here.`) : good(files.join('\n'))
}

/** A file with numbered lines, whole or a range. */
export function readFile(root: string, { path, start_line, end_line }: InputOf<'read_file'>): ToolOutput {
  const lines = linesOf(root, path)
  if (lines === undefined) return bad(`${path}: there is no such file.`)
  const from = start_line ?? 1
  const to = Math.min(end_line ?? lines.length, lines.length)
  if (from > to) return bad(`${path} has ${lines.length} lines; there is no line ${from}.`)
  const width = String(to).length
  const shown = lines.slice(from - 1, to).map((line, at) => `${String(from + at).padStart(width)}\t${line}`)
  return good(shown.join('\n'))
}

/** The lines that match, as `path:line: text`. */
export function search(root: string, { pattern, path }: InputOf<'search'>): ToolOutput {
  const expression = new RegExp(pattern, 'u')
  const hits = filesBelow(root, path).flatMap((file) =>
    (linesOf(root, file) ?? []).flatMap((line, at) =>
      expression.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [],
    ),
  )
  if (hits.length === 0) return bad(`Nothing below ${path} matches ${pattern}.`)
  const more = hits.length > mostHits ? [`… and ${hits.length - mostHits} more`] : []
  return good([...hits.slice(0, mostHits), ...more].join('\n'))
}

/** Replaces a text that occurs once. */
export function strReplace(root: string, { path, old_text, new_text }: InputOf<'str_replace'>): ToolOutput {
  const file = join(root, path)
  if (!existsSync(file)) return bad(`${path}: there is no such file.`)
  const parts = readFileSync(file, 'utf8').split(old_text)
  const [before, after] = parts
  if (before === undefined || after === undefined)
    return bad(`${path}: the old text does not occur. Nothing is changed.`)
  if (parts.length > 2) {
    const lines = parts.slice(0, -1).map((_, at) => lineAfter(parts.slice(0, at + 1).join(old_text)))
    return bad(
      `${path}: the old text occurs ${lines.length} times, at lines ${lines.join(', ')}. Nothing is changed; add more of what stands around it.`,
    )
  }
  writeFileSync(file, `${before}${new_text}${after}`)
  const from = lineAfter(before)
  const to = from + new_text.trimEnd().split('\n').length - 1
  return good(`${path}: replaced, now ${from === to ? `line ${from}` : `lines ${from} to ${to}`}.`)
}

/** Writes a file that does not exist yet. */
export function writeFile(root: string, { path, content }: InputOf<'write_file'>): ToolOutput {
  const file = join(root, path)
  if (existsSync(file)) return bad(`${path} exists. Nothing is changed; use str_replace.`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return good(`${path}: written, ${content.trimEnd().split('\n').length} lines.`)
}

/** The number of the first line that holds a text; throws where there is none. */
export function lineWith(root: string, path: string, text: string): number {
  const at = linesOf(root, path)?.findIndex((line) => line.includes(text)) ?? -1
  if (at === -1) throw new Error(`${path} has no line with “${text}”. Change the story in scripts/example/turns.`)
  return at + 1
}

function filesBelow(root: string, path: string): string[] {
  const start = join(root, path)
  if (!existsSync(start)) return []
  if (statSync(start).isFile()) return [path]
  const entries = readdirSync(start, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

function linesOf(root: string, path: string): string[] | undefined {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/\n$/u, '').split('\n') : undefined
}

function lineAfter(text: string): number {
  return text.split('\n').length
}

function good(text: string): ToolOutput {
  return { text, isError: false }
}

function bad(text: string): ToolOutput {
  return { text, isError: true }
}
