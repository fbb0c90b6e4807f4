import type { Json } from '../../core/content/json.ts'
import type { ToolDefinition } from '../../core/render/message.ts'
import { isRecord } from '../read/read-node.ts'

/** Tool definitions as any of the kinds has them: a list, or the AI SDK's tools by name. What has another form counts by its JSON. */
export async function toolsOf(tools: unknown): Promise<readonly ToolDefinition[]> {
  if (Array.isArray(tools)) return tools.map((tool: unknown, at) => listed(tool, at))
  if (!isRecord(tools)) return []
  const { asSchema } = await import('ai')
  const named = Object.entries(tools).map(async ([name, tool]): Promise<ToolDefinition> => {
    if (!isRecord(tool)) return { name, inputSchema: {} }
    const schema = tool.inputSchema === undefined ? {} : await asSchema(tool.inputSchema as never).jsonSchema
    return { name, ...descriptionOf(tool), inputSchema: schema as unknown as Json }
  })
  return await Promise.all(named)
}

function listed(tool: unknown, at: number): ToolDefinition {
  const held = isRecord(tool) && isRecord(tool.function) ? tool.function : tool
  if (!isRecord(held)) return { name: `tool ${at + 1}`, inputSchema: asJson(tool) }
  const schema = held.parameters ?? held.input_schema ?? held.inputSchema
  const name = typeof held.name === 'string' ? held.name : `tool ${at + 1}`
  return schema === undefined
    ? { name, inputSchema: asJson(held) }
    : { name, ...descriptionOf(held), inputSchema: asJson(schema) }
}

function descriptionOf({ description }: { readonly [key: string]: unknown }): { readonly description?: string } {
  return typeof description === 'string' ? { description } : {}
}

function asJson(value: unknown): Json {
  return (value ?? null) as Json
}
