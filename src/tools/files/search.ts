import { z } from 'zod'
import { makeTool, success } from '../make-tool.ts'
import { ToolRefused } from '../refusal.ts'
import type { Tool } from '../tool.ts'
import { chooseFiles, globText } from './choose-files.ts'
import { readablePlace } from './disk/place.ts'
import { readTextFile } from './disk/text-file.ts'
import { expressionFinder, type LineFinder, textFinder } from './line-finder.ts'
import type { FileToolsOptions } from './ports.ts'

const shape = {
  pattern: z.string().min(1).max(1000).describe('What a line must have'),
  regex: z.boolean().optional().describe('The pattern is a regular expression (JavaScript), else plain text'),
  ignore_case: z.boolean().optional(),
  path: z.string().optional().describe('A folder or a file; without it, the whole workspace'),
  glob: z.string().min(1).optional().describe(globText),
}

/** So many lines are given in all, and of one file, each with so many characters, in so many milliseconds. */
const limits = { lines: 200, inFile: 50, characters: 300, milliseconds: 20_000 }

/** `search`: the lines that have a text or match an expression, as `path:line: text`. */
export function searchTool(options: FileToolsOptions): Tool {
  return makeTool(shape, {
    name: 'search',
    about:
      'Finds lines in files, without those that are ignored, and gives them as path:line: text. Gives up to 200 lines, 50 of a file: narrow it down with path or glob for more.',
    permission: 'allow',
    readsOnly: true,
    describe: ({ pattern, regex, path, glob }) =>
      `Search ${regex ? `/${pattern}/` : JSON.stringify(pattern)}${path ? ` in ${path}` : ''}${glob ? `, ${glob}` : ''}`,
    async run({ pattern, regex, ignore_case: ignoreCase = false, path: written = '', glob }, { signal }) {
      const { path } = await readablePlace(options.root, written)
      const files = await chooseFiles(options, path, glob)
      if (files.length === 0) return success({ kind: 'text', text: '[there are no such files to search]' })
      const finder = regex ? expressionFinder(pattern, { ignoreCase }) : textFinder(pattern, { ignoreCase })
      try {
        return success({ kind: 'text', text: report(await look(options.root, files, finder, signal)) })
      } finally {
        await finder.close()
      }
    },
  })
}

/** So many files are read at the same time. */
const together = 8

interface Looked {
  readonly lines: string[]
  /** Files that have more lines than were given. */
  more: number
  /** Files without text, or that could not be read. */
  unread: number
  /** Files for which the expression took too long. */
  readonly slow: string[]
  /** Why the rest was not looked at. */
  stopped: 'full' | 'late' | undefined
}

async function look(root: string, files: readonly string[], finder: LineFinder, signal: AbortSignal): Promise<Looked> {
  const looked: Looked = { lines: [], more: 0, unread: 0, slow: [], stopped: undefined }
  const end = performance.now() + limits.milliseconds
  for (let from = 0; from < files.length; from += together) {
    const some = files.slice(from, from + together)
    const read = await Promise.all(some.map((file) => linesIn(root, file)))
    for (const [at, file] of some.entries()) {
      signal.throwIfAborted()
      if (looked.lines.length >= limits.lines) looked.stopped = 'full'
      else if (performance.now() > end) looked.stopped = 'late'
      if (looked.stopped) return looked
      await lookIn(file, read[at], finder, looked)
    }
  }
  return looked
}

async function lookIn(file: string, lines: string[] | undefined, finder: LineFinder, looked: Looked): Promise<void> {
  if (lines === undefined) {
    looked.unread++
    return
  }
  const room = Math.min(limits.inFile, limits.lines - looked.lines.length)
  const found = await finder.find(lines, room + 1)
  if (found === undefined) looked.slow.push(file)
  else if (found.length > room) looked.more++
  for (const { line, at } of found?.slice(0, room) ?? [])
    looked.lines.push(`${file}:${line}: ${partOf(lines[line - 1] ?? '', at)}`)
}

async function linesIn(root: string, file: string): Promise<string[] | undefined> {
  try {
    return (await readTextFile(await readablePlace(root, file))).text.replace(/\n$/, '').split('\n')
  } catch (error) {
    if (error instanceof ToolRefused) return undefined
    throw error
  }
}

/** A line, or as much of it as is given, around what was found. */
function partOf(line: string, at: number): string {
  if (line.length <= limits.characters) return line
  const from = Math.max(0, Math.min(at - limits.characters / 4, line.length - limits.characters))
  const part = line.slice(from, from + limits.characters).toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${from + limits.characters < line.length ? '…' : ''}`
}

function report({ lines, more, unread, slow, stopped }: Looked): string {
  const remarks = [
    stopped === 'full' ? 'there may be more: narrow it down with path or glob' : '',
    stopped === 'late' ? 'it took too long, and not all files were searched: narrow it down with path or glob' : '',
    more > 0 ? `${filesOf(more)} with more such lines than are shown` : '',
    slow.length > 0 ? `the expression took too long in ${slow.slice(0, 5).join(', ')}: write a simpler one` : '',
    unread > 0 ? `${filesOf(unread)} not searched: binary, too large, or not to be read` : '',
  ].filter((remark) => remark !== '')
  const found = lines.length === 0 ? ['[nothing found]'] : lines
  return [...found, ...remarks.map((remark) => `[${remark}]`)].join('\n')
}

function filesOf(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}
