import { type Candidate, formBy } from '../../../core/candidate.ts'
import { ends } from '../../../core/content/excerpt.ts'
import type { Measure } from '../../../core/content/measure.ts'
import type { Part } from '../../../core/content/part.ts'
import type { ChangedPart } from '../../../core/form.ts'
import type { Contents } from '../../../stores/store.ts'
import type { WindowNode } from './window.ts'

/** What the newest steps gave back stays whole. */
const freshSteps = 4
/** What is left of an older output, in characters. */
const excerptCharacters = 400

/** The candidates with a shorter form for what commands gave back some steps ago. File content is not touched. */
export async function withOutputForms(
  store: Contents,
  measure: Measure,
  candidates: readonly Candidate[],
  window: readonly WindowNode[],
): Promise<readonly Candidate[]> {
  const result = [...candidates]
  const steps = new Set<string>()
  for (const { index, candidate, parts } of window.toReversed()) {
    steps.add(candidate.atom ?? candidate.id)
    if (steps.size <= freshSteps) continue
    const current = result[index] ?? candidate
    const base = formBy(current, 'repeat') ?? formBy(current, 'edit') ?? current.forms[0]
    const content = base.by === 'repeat' ? await store.contents([base.content ?? '']) : undefined
    const { shorter, changed } = shortened(content?.get(base.content ?? '') ?? parts, measure)
    if (changed.length === 0) continue
    const saves = changed.reduce((sum, each) => sum + each.saves, 0)
    const excerpt = {
      kind: 'excerpt' as const,
      size: base.size - saves,
      content: await store.putContent(shorter),
      ...(base.pointsTo === undefined ? {} : { pointsTo: base.pointsTo }),
      by: 'output' as const,
      changed: [...(base.changed ?? []), ...changed],
    }
    result[index] = { ...current, forms: [...current.forms, excerpt] }
  }
  return result
}

function shortened(
  parts: readonly Part[],
  measure: Measure,
): { readonly shorter: readonly Part[]; readonly changed: readonly ChangedPart[] } {
  const changed: ChangedPart[] = []
  const shorter = parts.map((part, index): Part => {
    if (part.kind !== 'tool-result' || part.provider) return part
    const content = part.content.map((each, within) => {
      if (each.kind !== 'text' || each.provider || each.text.length <= excerptCharacters) return each
      const text = ends(each.text, excerptCharacters)
      if (text === each.text) return each
      const saves = measure.count(each.text) - measure.count(text)
      if (saves <= 0) return each
      changed.push({ part: index, within, kind: 'truncate', saves })
      return { ...each, text }
    })
    return changed.some((each) => each.part === index) ? { ...part, content } : part
  })
  return { shorter, changed }
}
