import { z } from 'zod'
import type { Digest } from '../../core/content/digest.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { FileBook } from '../../core/files/file-book.ts'
import type { Contents } from '../../stores/store.ts'
import type { Recipe } from '../recipe.ts'

const planShape = z.looseObject({
  kept: z.array(z.looseObject({ kind: z.enum(['kept', 'marker']), size: z.number() })),
  leftOut: z.array(z.looseObject({ kind: z.string() })),
  truncation: z.looseObject({}),
})
const bookShape = z.looseObject({
  upTo: z.string(),
  count: z.number(),
  files: z.array(z.looseObject({ key: z.string(), uses: z.array(z.looseObject({ node: z.string() })) })),
  open: z.array(z.looseObject({ callId: z.string() })),
})
const recipeShape = z.looseObject({ version: z.literal(2), budget: z.looseObject({}) })

/** A stored plan; undefined where it is not there any more, or is damaged. Nothing is lost by that: planning begins anew. */
export function planIn(store: Contents, digest: Digest): Promise<ContextPlan | undefined> {
  return documentIn<ContextPlan>(store, digest, planShape)
}

/** A stored book of files, likewise. */
export function bookIn(store: Contents, digest: Digest): Promise<FileBook | undefined> {
  return documentIn<FileBook>(store, digest, bookShape)
}

/** What a plan was made from, likewise; undefined too where an older version of Heddle wrote it. */
export function recipeIn(store: Contents, digest: Digest): Promise<Recipe | undefined> {
  return documentIn<Recipe>(store, digest, recipeShape)
}

async function documentIn<Document>(store: Contents, digest: Digest, shape: z.ZodType): Promise<Document | undefined> {
  try {
    const document = await store.document(digest)
    return shape.safeParse(document).success ? (document as unknown as Document) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
