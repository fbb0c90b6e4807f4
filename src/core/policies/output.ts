import { formBy } from '../candidate.ts'
import type { Form } from '../form.ts'
import { reform, undecided } from './draft.ts'
import type { Policy } from './policy.ts'

/** Under pressure, what commands gave back some steps ago is sent as an excerpt: its head and its tail. */
export const output: Policy = {
  name: 'output',
  apply(draft) {
    if (draft.moment !== 'pressure') return draft
    return reform(
      draft,
      undecided(draft, () => true).flatMap(({ index, candidate, form }): [number, Form][] => {
        const excerpt = formBy(candidate, 'output')
        return excerpt && excerpt.size < form.size ? [[index, excerpt]] : []
      }),
    )
  },
}
