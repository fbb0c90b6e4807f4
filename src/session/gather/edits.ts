import type { Candidate } from '../../core/candidate.ts'
import type { Digest } from '../../core/content/digest.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { Form } from '../../core/form.ts'
import type { Edit } from '../../history/edits/edit.ts'
import type { Contents } from '../../stores/store.ts'

/** The edits of a document by their node; none where there is no document. */
export async function readEdits(store: Contents, digest: Digest | null): Promise<ReadonlyMap<string, readonly Edit[]>> {
  const document = digest === null ? undefined : await store.document(digest)
  const byNode = new Map<string, Edit[]>()
  for (const edit of (document ?? []) as unknown as readonly Edit[])
    byNode.set(edit.node, [...(byNode.get(edit.node) ?? []), edit])
  return byNode
}

/** The candidates with the form that edits give them. An edit of a part that is not there, or of a call, changes nothing. */
export async function withEdits(
  store: Contents,
  measure: Measure,
  candidates: readonly Candidate[],
  edits: ReadonlyMap<string, readonly Edit[]>,
): Promise<readonly Candidate[]> {
  if (edits.size === 0) return candidates
  const edited = candidates.filter(({ id }) => edits.has(id))
  const contents = await store.contents(edited.map(({ forms }) => forms[0].content ?? ''))
  const forms = new Map<string, Form>()
  for (const { id, forms: held } of edited) {
    const parts = contents.get(held[0].content ?? '') ?? []
    const form = await editedForm(store, measure, held[0], parts, edits.get(id) ?? [])
    if (form) forms.set(id, form)
  }
  return candidates.map((candidate) => {
    const form = forms.get(candidate.id)
    return form ? { ...candidate, forms: [...candidate.forms, form] } : candidate
  })
}

async function editedForm(
  store: Contents,
  measure: Measure,
  full: Form,
  parts: readonly Part[],
  edits: readonly Edit[],
): Promise<Form | undefined> {
  const fitting = edits.filter((edit) => canEdit(parts, edit))
  if (fitting.length === 0) return undefined
  const edited = fitting.reduce<readonly Part[]>((before, edit) => withEdit(before, edit), parts)
  return {
    kind: fitting.some(({ kind }) => kind === 'summary') ? 'summary' : 'excerpt',
    size: full.size - sizeOfParts(parts, measure) + sizeOfParts(edited, measure),
    content: await store.putContent(edited),
    by: 'edit',
    changed: fitting.map(({ part, within, kind, content }) => ({
      part,
      ...(within === undefined ? {} : { within }),
      kind,
      saves: sizeOfPartAt(parts, { part, within }, measure) - measure.count(content),
    })),
  }
}

/** Whether there is a part that an edit can replace: what a call asks for is never changed. */
function canEdit(parts: readonly Part[], { part, within }: Pick<Edit, 'part' | 'within'>): boolean {
  const held = parts[part]
  if (!held || held.kind === 'tool-call' || held.kind === 'reasoning') return false
  return within === undefined || (held.kind === 'tool-result' && held.content[within] !== undefined)
}

function withEdit(parts: readonly Part[], { part, within, content }: Edit): readonly Part[] {
  const text = { kind: 'text' as const, text: content }
  return parts.map((held, index): Part => {
    if (index !== part) return held
    if (held.kind !== 'tool-result') return text
    return { ...held, content: within === undefined ? [text] : held.content.with(within, text) }
  })
}

function sizeOfPartAt(
  parts: readonly Part[],
  { part, within }: { readonly part: number; readonly within: number | undefined },
  measure: Measure,
): number {
  const held = parts[part]
  if (!held) return 0
  const inner = held.kind === 'tool-result' && within !== undefined ? held.content[within] : held
  return inner ? sizeOfParts([inner], measure) : 0
}
