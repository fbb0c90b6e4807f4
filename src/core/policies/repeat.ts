import { formBy } from '../candidate.ts'
import type { Form } from '../form.ts'
import { type Draft, type Placed, reform, sizeOfPlaced, undecided } from './draft.ts'
import { momentOf } from './moment.ts'
import type { Policy } from './policy.ts'

/** Between cuts, what notices save must be this share of what has to be written to the cache again behind the first of them… */
const worthOfRewritten = 0.1
/** …and this share of the limit. */
const worthOfLimit = 0.02

/**
 * Repeated and stale content becomes notices, where what shows it newer is in the plan: under pressure, while the
 * provider's cache is cold anyway, or between cuts where it pays. Under pressure everything is looked at anew, what was
 * taken on before as well.
 */
export const repeat: Policy = {
  name: 'repeat',
  apply(draft) {
    const moment = momentOf(draft)
    if (moment === 'none') return draft
    const before = moment === 'pressure' ? withoutPrevious(draft) : draft
    const offered = offers(before)
    if (moment === 'repeats' && !pays(before, offered)) return draft
    const isIdle = moment !== 'pressure' && offered.length === 0
    return { ...reform(before, offered), moment: isIdle ? 'none' : moment }
  },
}

/** The form of a candidate when nothing is known of repeats: edited, or in full. */
export function plainForm({ candidate }: Pick<Placed, 'candidate'>): Form {
  return formBy(candidate, 'edit') ?? candidate.forms[0]
}

function withoutPrevious(draft: Draft): Draft {
  const sent = undecided(draft, (candidate) => formBy(candidate, 'previous') !== undefined)
  return reform(
    draft,
    sent.map((placed) => [placed.index, plainForm(placed)]),
  )
}

/** Forms that are smaller than what would be sent, and whose targets are not left out. */
function offers(draft: Draft): (readonly [number, Form])[] {
  const repeating = undecided(draft, (candidate) => formBy(candidate, 'repeat') !== undefined)
  if (repeating.length === 0) return []
  const present = new Set(draft.input.candidates.flatMap(({ id }, at) => (isOut(draft, at) ? [] : [id])))
  return repeating.flatMap(({ index, candidate, form }) => {
    const smaller = formBy(candidate, 'repeat')
    const holds = smaller && smaller.size < form.size && smaller.pointsTo?.every((id) => present.has(id))
    return holds ? [[index, smaller] as const] : []
  })
}

function isOut({ outcomes }: Draft, index: number): boolean {
  return outcomes[index]?.kind === 'left-out'
}

function pays(draft: Draft, offered: readonly (readonly [number, Form])[]): boolean {
  const [first] = offered
  if (!first) return false
  const saves = offered.reduce((sum, [index, form]) => sum + (draft.forms[index]?.size ?? 0) - form.size, 0)
  const behind = undecided(draft, ({ stretch }) => !stretch?.cut).filter(({ index }) => index >= first[0])
  const rewritten = sizeOfPlaced(behind) - saves
  return saves > worthOfRewritten * rewritten && saves > worthOfLimit * draft.limit
}
