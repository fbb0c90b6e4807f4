import { z } from 'zod'
import type { ResultContent } from '../../core/content/part.ts'
import { makeTool, success } from '../make-tool.ts'
import { ToolRefused } from '../refusal.ts'
import type { Tool } from '../tool.ts'
import { readablePlace } from './disk/place.ts'
import { linesOf, readTextFile } from './disk/text-file.ts'
import { fileLines, remarkOn, showLines } from './lines.ts'
import type { FileToolsOptions } from './ports.ts'

const shape = {
  path: z.string().min(1).describe('Relative to the root of the workspace'),
  start_line: z.int().min(1).optional().describe('The first line, from 1'),
  end_line: z.int().min(1).optional().describe('The last line'),
}

/** `read_file`: a file's lines, as they are, and a remark where they are not all. */
export function readFileTool({ root, seen }: FileToolsOptions): Tool {
  return makeTool(shape, {
    name: 'read_file',
    about:
      'Gives the text of a file, without line numbers. Of a long file it gives the first lines, and says at which line to go on; ask for a part with start_line and end_line.',
    permission: 'allow',
    readsOnly: true,
    describe: ({ path, start_line, end_line }) =>
      `Read ${path}${start_line || end_line ? `, lines ${start_line ?? 1}-${end_line ?? 'end'}` : ''}`,
    async run({ path: written, start_line, end_line }) {
      const place = await readablePlace(root, written)
      const file = await readTextFile(place)
      await seen.set(place.real, file.digest)
      const lines = linesOf(file.text)
      const said = (text: string): ResultContent => ({ kind: 'text', text })
      const remarks = file.repaired ? [said('[not in UTF-8: what could not be read stands as U+FFFD]')] : []
      if (lines.length === 0) return success(said(`[${place.path} is there, and empty]`))
      const shown = showLines(lines, start_line, end_line)
      if (shown === undefined) throw new ToolRefused(`${place.path} has ${lines.length} lines: none of these is there.`)
      const rest = shown.isWhole ? [] : [said(remarkOn(shown))]
      return success(fileLines(place.path, 'read', shown), ...rest, ...remarks)
    },
  })
}
