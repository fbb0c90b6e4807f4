import { z } from 'zod'
import { makeTool, success } from '../make-tool.ts'
import { ToolRefused } from '../refusal.ts'
import type { Tool } from '../tool.ts'
import { makeChange, type PreparedChange, prepareChange, previewOf } from './change.ts'
import { countLines } from './disk/text-file.ts'
import type { FileToolsOptions } from './ports.ts'

const shape = {
  path: z.string().min(1).describe('Relative to the root of the workspace'),
  content: z.string().describe('The whole text of the file'),
}

/** `write_file`: a whole file, new, or in place of one that was read. */
export function writeFileTool(options: FileToolsOptions): Tool {
  const prepare = ({ path, content }: { path: string; content: string }): Promise<PreparedChange> =>
    prepareChange(options, path, (before, place, isSeen) => {
      if (before === null || isSeen) return content.toWellFormed()
      throw new ToolRefused(
        `${place.path} is there already, and you have not read it. Nothing was written. Read it first, or choose another name.`,
      )
    })
  return makeTool(shape, {
    name: 'write_file',
    about:
      'Writes a whole file, and makes the folders it needs. A file that is there must have been read before; to change a part of it, use replace_in_file.',
    permission: 'ask',
    readsOnly: false,
    describe: ({ path, content }) => `Write ${path} (${lines(content)})`,
    preview: async (input) => previewOf(await prepare(input)),
    async run(input) {
      const prepared = await prepare(input)
      const { place, before } = prepared
      const change = await makeChange(options, prepared)
      if (change === undefined) return success({ kind: 'text', text: `${place.path} has this text already.` })
      const done = before === null ? 'Made' : 'Wrote'
      const text = `${done} ${place.path} (${lines(input.content)}).`
      return { ...success({ kind: 'text', text }), changes: [change] }
    },
  })
}

function lines(text: string): string {
  const count = countLines(text)
  return count === 1 ? '1 line' : `${count} lines`
}
