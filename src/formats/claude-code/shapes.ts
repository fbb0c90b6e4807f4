import { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import { anyJson } from '../shape.ts'

/** A line of a session, as far as Heddle looks at it. */
export interface LineShape {
  readonly type: string
  readonly uuid?: string | undefined
  readonly parentUuid?: string | null | undefined
  readonly logicalParentUuid?: string | null | undefined
  readonly sessionId?: string | undefined
  readonly agentId?: string | undefined
  readonly isSidechain?: boolean | undefined
  readonly isCompactSummary?: boolean | undefined
  readonly subtype?: string | undefined
  readonly timestamp?: Json | undefined
  readonly message?: Json | undefined
  readonly toolUseResult?: Json | undefined
  readonly attachment?: Json | undefined
}

const text = z.string().optional()
const flag = z.boolean().optional()

export const lineShape: z.ZodType<LineShape> = z.object({
  type: z.string(),
  uuid: text,
  parentUuid: z.string().nullish(),
  logicalParentUuid: z.string().nullish(),
  sessionId: text,
  agentId: text,
  isSidechain: flag,
  isCompactSummary: flag,
  subtype: text,
  timestamp: anyJson.optional(),
  message: anyJson.optional(),
  toolUseResult: anyJson.optional(),
  attachment: anyJson.optional(),
})

/** The file that a read shows, as the session records it beside the result and in attachments. */
export interface ShownFile {
  readonly filePath: string
  readonly content: string
  readonly startLine?: number | undefined
  readonly numLines?: number | undefined
  readonly totalLines?: number | undefined
}

const whole = z.int().nonnegative().optional()

export const shownFileShape: z.ZodType<ShownFile> = z.object({
  filePath: z.string(),
  content: z.string(),
  startLine: whole,
  numLines: whole,
  totalLines: whole,
})
