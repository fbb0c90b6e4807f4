import { type Candidate, formBy } from '../../../core/candidate.ts'
import type { Measure } from '../../../core/content/measure.ts'
import type { Form } from '../../../core/form.ts'
import { applyReplacements } from '../../../core/repeats/apply-replacements.ts'
import { findRepeats } from '../../../core/repeats/find-repeats.ts'
import type { Replacement } from '../../../core/repeats/replacement.ts'
import type { Shown } from '../../../core/repeats/shown.ts'
import { repeatWording } from '../../../core/repeats/wording.ts'
import type { Contents } from '../../../stores/store.ts'
import { shownInWindow, type WindowNode } from './window.ts'

/** What decides which repeats are offered. */
export interface RepeatRequest {
  /** The name under which a node is spoken of. */
  readonly nameOf: (node: string) => string
  /** These stay in full: the newest input and the last atom. */
  readonly firm: ReadonlySet<string>
  /** What is shown before the history, and behind it as far as it is newer: files in work. */
  readonly before: readonly Shown[]
  readonly newer: readonly Shown[]
}

/** The candidates with a form for what they repeat, where there is such a thing. */
export async function withRepeatForms(
  store: Contents,
  measure: Measure,
  candidates: readonly Candidate[],
  window: readonly WindowNode[],
  { nameOf, firm, before, newer }: RepeatRequest,
): Promise<readonly Candidate[]> {
  const shown = [...before, ...shownInWindow(window), ...newer]
  const byNode = new Map<string, Replacement[]>()
  for (const each of findRepeats(shown, { measure, wording: repeatWording(nameOf) })) {
    if (firm.has(each.node)) continue
    byNode.set(each.node, [...(byNode.get(each.node) ?? []), each])
  }
  const result = [...candidates]
  for (const { index, candidate, parts } of window) {
    const replacements = byNode.get(candidate.id)
    if (!replacements) continue
    const form = await repeatForm(store, { index, candidate, parts }, replacements)
    if (form) result[index] = { ...candidate, forms: [...candidate.forms, form] }
  }
  return result
}

async function repeatForm(
  store: Contents,
  { candidate, parts }: WindowNode,
  replacements: readonly Replacement[],
): Promise<Form | undefined> {
  const plain = formBy(candidate, 'edit') ?? candidate.forms[0]
  const smaller = applyReplacements(parts, replacements)
  const saves = replacements.reduce((sum, each) => sum + each.saves, 0)
  if (saves <= 0) return undefined
  const isNotice = replacements.length === parts.length && replacements.every(({ form }) => form === 'notice')
  return {
    kind: isNotice ? 'notice' : 'excerpt',
    size: plain.size - saves,
    content: await store.putContent(smaller),
    pointsTo: [...new Set(replacements.flatMap(({ pointsTo }) => pointsTo))],
    by: 'repeat',
    changed: replacements.map(({ part, within, kind, saves: by }) => ({
      part,
      ...(within === undefined ? {} : { within }),
      kind,
      saves: by,
    })),
  }
}
