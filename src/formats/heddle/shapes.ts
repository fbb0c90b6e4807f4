import { z } from 'zod'
import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Part, ProviderData } from '../../core/content/part.ts'
import type { ToolDefinition } from '../../core/render/message.ts'
import type { BranchEntry, ConversationEntry, EdgeEntry, NodeEntry, PruneEntry, SelectEntry } from '../format.ts'
import { anyJson, isObject } from '../shape.ts'

const text = z.string()
const flag = z.boolean().exactOptional()
const words = text.exactOptional()
const time = z.number().exactOptional()

const sources = z.array(z.object({ key: text, role: z.enum(['primary', 'context', 'instruction']) }))

const base = {
  provider: z
    .custom<ProviderData>((value) => isObject(value as Json) && Object.values(value as JsonObject).every(isObject))
    .exactOptional(),
}
const reference = { ...base, ref: text, mediaType: words }

const content = [
  z.object({ ...base, kind: z.literal('text'), text }),
  z.object({ ...reference, kind: z.literal('image') }),
  z.object({ ...reference, kind: z.literal('audio') }),
  z.object({
    ...base,
    kind: z.literal('file'),
    path: text,
    way: z.enum(['read', 'write', 'mention', 'attachment']),
    text,
    range: z.object({ from: z.number(), to: z.number() }).exactOptional(),
    ref: words,
    mediaType: words,
  }),
] as const

const partShape: z.ZodType<Part> = z.discriminatedUnion('kind', [
  ...content,
  z.object({ ...base, kind: z.literal('tool-call'), callId: text, name: text, input: anyJson }),
  z.object({
    ...base,
    kind: z.literal('tool-result'),
    callId: text,
    name: words,
    content: z.array(z.discriminatedUnion('kind', content)),
    isError: flag,
    filled: flag,
  }),
  z.object({ ...base, kind: z.literal('reasoning'), text }),
])

const toolShape: z.ZodType<ToolDefinition> = z.object({ name: text, description: words, inputSchema: anyJson })

export const conversationShape: z.ZodType<ConversationEntry> = z.object({
  kind: z.literal('conversation'),
  key: text,
  title: words,
  system: words,
  tools: z.array(toolShape).exactOptional(),
  model: words,
  createdAt: time,
  mode: z.enum(['dialogue', 'buffer']).exactOptional(),
  settings: z.custom<{ readonly [key: string]: Json }>((value) => isObject(value as Json)).exactOptional(),
})

export const nodeShape: z.ZodType<NodeEntry> = z.object({
  kind: z.literal('node'),
  key: text,
  parent: text.nullable(),
  annotation: flag,
  sources: sources.exactOptional(),
  editedFrom: words,
  excluded: flag,
  bookmark: words,
  tags: z.array(text).exactOptional(),
  current: flag,
  author: z.enum(['human', 'model', 'system', 'tool']),
  authorId: words,
  parts: z.array(partShape),
  createdAt: time,
})

export const branchShape: z.ZodType<BranchEntry> = z.object({
  kind: z.literal('branch'),
  name: text,
  head: text.nullable(),
  forkPoint: text.nullable(),
  parent: words,
  current: flag,
  createdAt: time,
})

export const pruneShape: z.ZodType<PruneEntry> = z.object({ kind: z.literal('prune'), key: text })

export const edgeShape: z.ZodType<EdgeEntry> = z.object({
  kind: z.literal('edge'),
  target: text,
  type: z.enum(['continuation', 'annotation']),
  sources,
})

export const selectShape: z.ZodType<SelectEntry> = z.object({
  kind: z.literal('select'),
  branch: text,
  target: text,
  edge: z.number().exactOptional(),
  source: words,
})
