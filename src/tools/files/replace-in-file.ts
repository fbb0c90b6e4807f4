import { z } from 'zod'
import type { ResultContent } from '../../core/content/part.ts'
import { makeTool, success } from '../make-tool.ts'
import { ToolRefused } from '../refusal.ts'
import type { Tool } from '../tool.ts'
import { makeChange, type PreparedChange, prepareChange, previewOf } from './change.ts'
import { linesOf } from './disk/text-file.ts'
import { fileLines, showLines } from './lines.ts'
import type { FileToolsOptions } from './ports.ts'
import { type Replaced, replaceText } from './replace-text.ts'

const shape = {
  path: z.string().min(1).describe('Relative to the root of the workspace'),
  old_text: z.string().min(1).describe('What stands there now, exactly, white space and line ends included'),
  new_text: z.string().describe('What is to stand there'),
  replace_all: z.boolean().optional().describe('Replace it wherever it stands'),
}

interface Input {
  readonly path: string
  readonly old_text: string
  readonly new_text: string
  readonly replace_all?: boolean | undefined
}

/** A file of so many characters or less is shown whole after a change, … */
const shortFile = 1500
/** … of a longer one so many changed places. */
const mostPlaces = 5

/** `replace_in_file`: one text of a file becomes another. */
export function replaceInFileTool(options: FileToolsOptions): Tool {
  return makeTool(shape, {
    name: 'replace_in_file',
    about:
      'Replaces a text in a file. It must stand there exactly once, unless replace_all is set: take in enough lines around it. Shows the lines as they are afterwards.',
    permission: 'ask',
    readsOnly: false,
    describe: ({ path, replace_all }) => `Change ${path}${replace_all ? ', in all places' : ''}`,
    preview: async (input) => previewOf((await prepare(options, input)).prepared),
    async run(input) {
      const { prepared, replaced } = await prepare(options, input)
      const change = await makeChange(options, prepared)
      const { place, after } = prepared
      if (change === undefined) throw new ToolRefused('old_text and new_text are the same: nothing was changed.')
      const places = replaced.count === 1 ? '1 place' : `${replaced.count} places`
      const done = `Replaced ${places} in ${place.path}. `
      return { ...success(...withLines(done, place.path, after, replaced)), changes: [change] }
    },
  })
}

async function prepare(
  options: FileToolsOptions,
  { path, old_text, new_text, replace_all = false }: Input,
): Promise<{ readonly prepared: PreparedChange; readonly replaced: Replaced }> {
  let replaced: Replaced = { text: '', count: 0, changed: [] }
  const prepared = await prepareChange(options, path, (file, place) => {
    if (file === null) throw new ToolRefused(`${place.path} is not there. To make it, use write_file.`)
    const plain = (text: string): string => (file.style.crlf ? text.replaceAll('\r\n', '\n') : text).toWellFormed()
    replaced = replaceText(place.path, file.text, { before: plain(old_text), after: plain(new_text), all: replace_all })
    return replaced.text
  })
  return { prepared, replaced }
}

/** The file where it is short, else the changed lines with those around them; each below what says which they are. */
function withLines(done: string, path: string, text: string, { changed }: Replaced): ResultContent[] {
  const lines = linesOf(text)
  if (lines.length === 0) return [{ kind: 'text', text: `${done}It is empty now.` }]
  const ranges = text.length <= shortFile ? [{ from: 1, to: lines.length }] : changed.slice(0, mostPlaces)
  const shown = ranges.flatMap(({ from, to }) => showLines(lines, from, to) ?? [])
  return shown.flatMap((each, at): ResultContent[] => {
    const { from, to } = each.range
    const which = each.isWhole ? 'All of it:' : `Lines ${from}-${to} of ${each.total}:`
    return [{ kind: 'text', text: `${at === 0 ? done : ''}${which}` }, fileLines(path, 'write', each)]
  })
}
