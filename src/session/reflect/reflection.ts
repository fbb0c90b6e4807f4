import { z } from 'zod'
import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'
import type { FormKind, Section } from '../../core/form.ts'

/** Whether an answer quoted one of an item's names; `unnamed`: it has none that could be quoted, as small talk. */
export type ItemState = 'used' | 'unused' | 'unnamed'

/** What became of one item of a plan. `by` is the name that was quoted; null where none was. */
export interface ReflectedItem {
  readonly id: string
  readonly section: Section
  readonly form: FormKind
  readonly state: ItemState
  readonly by: string | null
}

/** How many items of a kind went which way. */
export interface KindCount {
  readonly section: Section
  readonly form: FormKind
  readonly used: number
  readonly unused: number
  readonly unnamed: number
}

/**
 * What a plan did not send in full; `form` is null where it was left out. `paths` as far as they are known without reading
 * it; `calls` are the ids of the calls whose results it holds.
 */
export interface Lacking {
  readonly id: string
  readonly section: Section
  readonly form: FormKind | null
  readonly paths: readonly string[]
  readonly calls: readonly string[]
}

/** What a plan did not send in full, and the model then asked for: the path or the id that it asked by. */
export interface AskedLater {
  readonly id: string
  readonly section: Section
  readonly form: FormKind | null
  readonly by: string
  /** The plan that it was not in. */
  readonly plan: Digest
}

/**
 * What an answer made of its plan. `kinds` counts every item; `items` holds those with names, the used ones first, up to
 * a bound, and `lacking` the newest, up to one: so its size follows the window, and has an end.
 */
export interface Reflection {
  readonly version: 1
  readonly kinds: readonly KindCount[]
  readonly items: readonly ReflectedItem[]
  readonly askedLater: readonly AskedLater[]
  readonly lacking: readonly Lacking[]
}

const sections = [
  'tools',
  'system',
  'pins',
  'bundle',
  'orientation',
  'summary',
  'files',
  'history',
  'retrieved',
  'input',
] as const satisfies readonly Section[]
const forms = ['full', 'excerpt', 'summary', 'card', 'notice'] as const satisfies readonly FormKind[]

/** Kinds in the order of sending, and of forms from most to least; what was left out comes last. */
export function compareKinds(
  a: { readonly section: Section; readonly form: FormKind | null },
  b: { readonly section: Section; readonly form: FormKind | null },
): number {
  const form = (kind: FormKind | null): number => (kind === null ? forms.length : forms.indexOf(kind))
  return sections.indexOf(a.section) - sections.indexOf(b.section) || form(a.form) - form(b.form)
}

const kind = { section: z.enum(sections), form: z.enum(forms) }
const lackingKind = { id: z.string(), section: z.enum(sections), form: z.enum(forms).nullable() }
const shape = z.object({
  version: z.literal(1),
  kinds: z.array(z.object({ ...kind, used: z.number(), unused: z.number(), unnamed: z.number() })),
  items: z.array(
    z.object({ ...kind, id: z.string(), state: z.enum(['used', 'unused', 'unnamed']), by: z.string().nullable() }),
  ),
  askedLater: z.array(z.object({ ...lackingKind, by: z.string(), plan: z.string() })),
  lacking: z.array(z.object({ ...lackingKind, paths: z.array(z.string()), calls: z.array(z.string()) })),
})

/** A stored reflection; undefined where it is damaged, or of a later version. Nothing is lost by that but a figure. */
export function reflectionIn(document: Json): Reflection | undefined {
  const { data } = shape.safeParse(document)
  return data
}
