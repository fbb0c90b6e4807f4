import { z } from 'zod'
import { remarkOn, showLines } from '../files/lines.ts'
import { makeTool, success } from '../make-tool.ts'
import { ToolRefused } from '../refusal.ts'
import type { Tool } from '../tool.ts'

const shape = {
  call_id: z.string().min(1).describe('The id of the call, as the shortened result names it'),
  start_line: z.int().min(1).optional().describe('The first line, from 1'),
  end_line: z.int().min(1).optional().describe('The last line'),
}

/** Longer lines are several. */
const longestLine = 2000

/** `read_result`: what an earlier call gave, which was sent shortened. `lookup` gives its whole text. */
export function resultTool(lookup: (callId: string) => Promise<string | undefined>): Tool {
  return makeTool(shape, {
    name: 'read_result',
    about:
      'Gives the result of an earlier call, of which only an excerpt was sent, by lines. A line of more than 2,000 characters counts as several.',
    permission: 'allow',
    readsOnly: true,
    describe: ({ call_id, start_line = 1, end_line }) =>
      `Read the result of ${call_id}, lines ${start_line}-${end_line ?? 'end'}`,
    async run({ call_id, start_line, end_line }) {
      const text = await lookup(call_id)
      if (text === undefined) throw new ToolRefused(`There is no result of a call ${JSON.stringify(call_id)} here.`)
      const lines = text.match(piece) ?? []
      if (lines.length === 0) return success({ kind: 'text', text: '[the result is empty]' })
      const shown = showLines(lines, start_line, end_line)
      if (shown === undefined) throw new ToolRefused(`The result has ${lines.length} lines: none of these is there.`)
      return success({ kind: 'text', text: shown.text }, { kind: 'text', text: remarkOn(shown) })
    },
  })
}

/** A line with its end, or as much of it as one counts for. */
const piece = new RegExp(`[^\\n]{0,${longestLine - 1}}\\n|[^\\n]{1,${longestLine}}`, 'gu')
