import { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import { anyJson } from '../shape.ts'

interface Timed {
  readonly timestamp?: Json | undefined
}

/** A line of a session. `id` and `parentId` came with version 2; before it, lines follow one another. */
export interface LineShape extends Timed {
  readonly type: string
  readonly id?: string | undefined
  readonly parentId?: string | null | undefined
}

/** What a header says of the model. */
export interface HeaderShape extends Timed {
  readonly id: string
  readonly provider?: string | undefined
  readonly modelId?: string | undefined
}

/** A message that a person, an extension or a model wrote. `api` is the interface the model was called through. */
export interface MessageShape extends Timed {
  readonly content?: string | readonly Json[] | null | undefined
  readonly api?: string | undefined
  readonly model?: string | undefined
}

/** A tool's result. */
export interface ResultShape extends Timed {
  readonly toolCallId: string
  readonly toolName?: string | undefined
  readonly content?: string | readonly Json[] | null | undefined
  readonly isError?: boolean | undefined
}

/** A command that the person ran. */
export interface BashShape extends Timed {
  readonly command: string
  readonly output?: string | undefined
  readonly excludeFromContext?: boolean | undefined
}

const timestamp = anyJson.optional()
const content = z.union([z.string(), z.array(anyJson)]).nullish()
const text = z.string().optional()

export const lineShape: z.ZodType<LineShape> = z.object({
  type: z.string(),
  id: text,
  parentId: z.string().nullish(),
  timestamp,
})

export const headerShape: z.ZodType<HeaderShape> = z.object({
  id: z.string(),
  provider: text,
  modelId: text,
  timestamp,
})

export const messageShape: z.ZodType<MessageShape> = z.object({ content, api: text, model: text, timestamp })

export const resultShape: z.ZodType<ResultShape> = z.object({
  toolCallId: z.string(),
  toolName: text,
  content,
  isError: z.boolean().optional(),
  timestamp,
})

export const bashShape: z.ZodType<BashShape> = z.object({
  command: z.string(),
  output: text,
  excludeFromContext: z.boolean().optional(),
  timestamp,
})
