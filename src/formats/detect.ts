import { anthropic } from './anthropic/anthropic.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import type { Format, Sample } from './format.ts'
import { openai } from './openai/openai.ts'
import { pi } from './pi/pi.ts'

/** All formats, in the order in which they are tried: the ones with the surest signs first. */
export const formats: readonly Format[] = [claudeCode, pi, anthropic, openai]

/** The format of a file by its content; undefined where none matches. */
export function detect(sample: Sample): Format | undefined {
  return formats.find((format) => format.matches(sample))
}
