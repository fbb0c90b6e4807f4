import { z } from 'zod'
import { makeTool, success } from '../make-tool.ts'
import type { Tool } from '../tool.ts'
import { chooseFiles, globText } from './choose-files.ts'
import { readablePlace } from './disk/place.ts'
import type { FileToolsOptions } from './ports.ts'

const shape = {
  path: z.string().optional().describe('A folder; without it, the whole workspace'),
  glob: z.string().min(1).optional().describe(globText),
  depth: z.int().min(1).optional().describe('So many levels of folders; what lies deeper is counted'),
}

/** So many lines are given. */
const mostLines = 400

/** `list_files`: files by their paths, and folders by how many files they have where there are too many. */
export function listFilesTool(options: FileToolsOptions): Tool {
  return makeTool(shape, {
    name: 'list_files',
    about:
      'Lists files by path, without those that are ignored. Where there are many, folders stand for their files: name a folder, or a pattern, for more.',
    permission: 'allow',
    readsOnly: true,
    describe: ({ path, glob, depth }) =>
      `List ${path || 'the files'}${glob ? `, ${glob}` : ''}${depth ? `, ${depth} deep` : ''}`,
    async run({ path: written = '', glob, depth }) {
      const { path } = await readablePlace(options.root, written)
      const files = await chooseFiles(options, path, glob)
      if (files.length === 0)
        return success({ kind: 'text', text: `[no such files${path === '' ? '' : ` in ${path}`}]` })
      const lines = depth === undefined ? deepest(files, path) : folded(files, path, depth)
      const shown = lines.slice(0, mostLines)
      const left = lines.length - shown.length
      const rest = left === 0 ? '' : `\n[${left} more lines: name a folder, or a pattern]`
      return success({ kind: 'text', text: shown.join('\n') + rest })
    },
  })
}

/** As deep as there is room for. */
function deepest(files: readonly string[], under: string): string[] {
  if (files.length <= mostLines) return [...files]
  let found = folded(files, under, 1)
  for (let depth = 2; ; depth++) {
    const lines = folded(files, under, depth)
    if (lines.length > mostLines) return found
    found = lines
  }
}

/** Files down to so many levels below a folder, and what is deeper by its folder. In the order of the files. */
function folded(files: readonly string[], under: string, depth: number): string[] {
  const start = under === '' ? 0 : under.split('/').length
  const counts = new Map<string, number>()
  for (const file of files) {
    const names = file.split('/')
    const key = names.length > start + depth ? `${names.slice(0, start + depth).join('/')}/` : file
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([path, count]) =>
    path.endsWith('/') ? `${path} (${count} ${count === 1 ? 'file' : 'files'})` : path,
  )
}
