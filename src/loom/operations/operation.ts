import { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import type { Conversation, Permission } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'

/** What operations stand on: the store, and the two things that are not pure, ids and time. */
export interface LoomEngine {
  readonly store: Store
  /** A new ULID. */
  newId(): string
  /** Unix time in milliseconds. */
  now(): number
}

/** Nodes to be written by a model: so many continuations of one. */
export interface GenerateRequest {
  readonly conversation: Conversation
  readonly branch: Branch
  readonly node: string
  readonly count: number
  /** What they should be like, in the words of who asks. */
  readonly instruction?: string
}

/** Writes continuations. It may give fewer than it was asked for, and stores nothing itself. */
export interface Generator {
  generate(request: GenerateRequest): Promise<readonly (readonly Part[])[]>
}

/** Who does something, and where. */
export interface Loom {
  readonly conversation: Conversation
  /** As it is in the store. */
  readonly branch: Branch
  readonly permissions: readonly Permission[]
  /** Sizes are given in this. */
  readonly measure: Measure
  /** The agent's name, for what it writes. */
  readonly authorId?: string
  /** For `continue`; without one it is refused. */
  readonly generator?: Generator
}

/** What an operation came to. `branch` is where the agent is afterwards, if it went elsewhere. */
export interface Done {
  readonly result: Json
  readonly branch?: string
}

/** One thing that an agent may do in its tree, under a permission. */
export interface Operation {
  /** Without the prefix that its tool has. */
  readonly name: string
  readonly permission: Permission
  /** One or two sentences for the model. */
  readonly about: string
  readonly input: z.ZodObject
  /** Throws `OperationRefused`, and what the store refuses. The input has passed the schema. */
  run(engine: LoomEngine, loom: Loom, input: unknown): Promise<Done>
}

/** Ties an operation's schema to its function. */
export function operation<Shape extends z.ZodRawShape>(
  facts: Pick<Operation, 'name' | 'permission' | 'about'>,
  shape: Shape,
  run: (engine: LoomEngine, loom: Loom, input: z.infer<z.ZodObject<Shape>>) => Promise<Done>,
): Operation {
  const input = z.strictObject(shape)
  return { ...facts, input, run: async (engine, loom, given) => run(engine, loom, input.parse(given) as never) }
}
