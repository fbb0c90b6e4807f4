import { z } from 'zod'
import type { Json, JsonObject } from '../core/content/json.ts'
import type { ResultContent } from '../core/content/part.ts'
import { ToolRefused } from './refusal.ts'
import type { Tool, ToolOutcome, ToolRun } from './tool.ts'

/** A tool whose input has passed its schema. */
export interface ToolParts<Input> extends Pick<Tool, 'permission' | 'readsOnly'> {
  readonly name: string
  /** For the model: what it gives, and how to get more. */
  readonly about: string
  describe(input: Input): string
  preview?(input: Input): Promise<string | null>
  /** May throw ToolRefused: its message is the outcome. */
  run(input: Input, run: ToolRun): Promise<ToolOutcome>
}

/** Ties a schema to a tool: what does not fit it is said to the model, and `describe` and `preview` keep still. */
export function makeTool<Shape extends z.ZodRawShape>(
  shape: Shape,
  parts: ToolParts<z.infer<z.ZodObject<Shape, z.core.$strict>>>,
): Tool {
  const { name, permission, readsOnly, preview } = parts
  const { schema, inputSchema } = schemasOf(shape)
  const read = (input: Json) => schema.safeParse(withoutNulls(input))
  return {
    definition: { name, description: parts.about, inputSchema },
    permission,
    readsOnly,
    describe(input) {
      const checked = read(input)
      return oneLine(checked.success ? parts.describe(checked.data) : `${name} with an input that does not fit it`)
    },
    ...(preview && {
      async preview(input: Json): Promise<string | null> {
        const checked = read(input)
        if (!checked.success) return null
        return await preview(checked.data).catch(nullWhereRefused)
      },
    }),
    async run(input, run) {
      run.signal.throwIfAborted()
      const checked = read(input)
      if (!checked.success) return failure(misfit(name, input, checked.error.issues, Object.keys(shape)))
      try {
        return await parts.run(checked.data, run)
      } catch (error) {
        if (error instanceof ToolRefused) return failure(error.message)
        throw error
      }
    },
  }
}

/** An outcome that is a success. */
export function success(...content: readonly ResultContent[]): ToolOutcome {
  return { content, isError: false }
}

/** An outcome that is a failure. */
function failure(message: string): ToolOutcome {
  return { content: [{ kind: 'text', text: message }], isError: true }
}

/** A text in one line, with a sign where a line ended. */
function oneLine(text: string): string {
  return text.replaceAll(/\r?\n|\r|\u2028|\u2029/g, ' ⏎ ')
}

/** The schema of a shape, for us and for the model. Both are made once: tools are put together for every turn. */
interface Schemas<Shape extends z.ZodRawShape> {
  readonly schema: z.ZodObject<Shape, z.core.$strict>
  readonly inputSchema: Json
}

const made = new WeakMap<z.ZodRawShape, Schemas<z.ZodRawShape>>()

function schemasOf<Shape extends z.ZodRawShape>(shape: Shape): Schemas<Shape> {
  const held = made.get(shape)
  if (held) return held as unknown as Schemas<Shape>
  const schema = z.strictObject(shape)
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', override: withoutSafeBounds })
  const told = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  const schemas: Schemas<Shape> = { schema, inputSchema: JSON.parse(JSON.stringify(told)) as Json }
  made.set(shape, schemas as unknown as Schemas<z.ZodRawShape>)
  return schemas
}

/** What is checked and not told: every word of a definition is paid for on every call. */
function withoutSafeBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  delete jsonSchema.minLength
}

/** Some models write null for what they leave out. */
function withoutNulls(input: Json): Json {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input as JsonObject).filter(([, value]) => value !== null))
}

function misfit(name: string, input: Json, issues: readonly z.core.$ZodIssue[], fields: readonly string[]): string {
  const isUnparsed = typeof input === 'object' && input !== null && 'unparsed' in input
  const said = issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  const why = isUnparsed ? 'it is no JSON' : said.join('; ')
  return `The input does not fit ${name}: ${why}. Nothing was done. It takes a JSON object with ${fields.join(', ')}.`
}

function nullWhereRefused(error: unknown): null {
  if (error instanceof ToolRefused) return null
  throw error
}
