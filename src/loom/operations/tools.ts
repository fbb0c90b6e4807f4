import { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import type { ToolDefinition } from '../../core/render/message.ts'
import type { Permission } from '../../history/conversation.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/** What the name of every loom tool begins with. */
export const toolPrefix = 'loom_'

/** The definitions of the tools that these permissions allow, for the section `tools`; always in the same order. */
export function loomTools(permissions: readonly Permission[]): ToolDefinition[] {
  return operations.filter(({ permission }) => permissions.includes(permission)).map(toolOf)
}

function toolOf({ name, about, input }: Operation): ToolDefinition {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', override: withoutLengths })
  const inputSchema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  return {
    name: `${toolPrefix}${name}`,
    description: about,
    inputSchema: JSON.parse(JSON.stringify(inputSchema)) as Json,
  }
}

/** Bounds that no model runs into are checked and not told: every word of a definition is paid for on every call. */
function withoutLengths({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.minLength
  delete jsonSchema.maxLength
  delete jsonSchema.maxItems
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
