import { anthropic } from './anthropic/anthropic.ts'
import { chatFile } from './chat-file/chat-file.ts'
import { chatgpt } from './chatgpt/chatgpt.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { cline } from './cline/cline.ts'
import type { Format, Sample } from './format.ts'
import { heddle } from './heddle/heddle.ts'
import { loom } from './loom/loom.ts'
import { oasst } from './oasst/oasst.ts'
import { openai } from './openai/openai.ts'
import { openhands } from './openhands/openhands.ts'
import { pi } from './pi/pi.ts'
import { sweagent } from './sweagent/sweagent.ts'
import { trajectory } from './trajectory/trajectory.ts'

/** All formats, in the order in which they are tried: the ones with the surest signs first. */
export const formats: readonly Format[] = [
  ...[heddle, claudeCode, pi, chatgpt, oasst, trajectory, sweagent, openhands, loom, chatFile, cline],
  ...[anthropic, openai],
]

/** The format of a file by its content; undefined where none matches. */
export function detect(sample: Sample): Format | undefined {
  return formats.find((format) => format.matches(sample))
}
