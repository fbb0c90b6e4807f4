import { formBy } from '../candidate.ts'
import type { Form } from '../form.ts'
import { reform, undecided } from './draft.ts'
import type { Policy } from './policy.ts'

/** Applies the edits that are in force, and what the previous plan has taken on. */
export const edit: Policy = {
  name: 'edit',
  apply: (draft) =>
    reform(
      draft,
      undecided(draft, () => true).flatMap(({ index, candidate }): [number, Form][] => {
        const form = formBy(candidate, 'previous') ?? formBy(candidate, 'edit')
        return form ? [[index, form]] : []
      }),
    ),
}
