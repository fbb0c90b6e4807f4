import type { FormKind, Section } from '../../core/form.ts'
import type { Verdict } from '../../history/calls/outcome.ts'
import type { CallFilter } from '../../stores/call-store.ts'
import type { Store } from '../../stores/store.ts'
import { type Given, givenFeedback } from './given-feedback.ts'
import { compareKinds, type KindCount, type Reflection, reflectionIn } from './reflection.ts'

/** What became of the items of a kind; `form` is null for what was left out. */
export interface KindReport {
  readonly section: Section
  readonly form: FormKind | null
  readonly used: number
  readonly unused: number
  readonly unnamed: number
  /** Left out, or sent in this smaller form, and asked for by the model. */
  readonly askedLater: number
}

/** What stands behind a verdict: calls, the commands that were run, those of them that failed, and the files that were changed. */
export interface VerdictReport {
  readonly verdict: Verdict
  readonly calls: number
  readonly commands: number
  readonly failed: number
  readonly files: number
}

/** What plans sent, what the answers made of it, and what people said of them. */
export interface FeedbackReport {
  /** How many calls were reflected on. */
  readonly calls: number
  readonly kinds: readonly KindReport[]
  /** Used ÷ (used + unused) over all kinds but tools, of which most are unused in any call; null where nothing has a name. */
  readonly hitRate: number | null
  readonly askedLater: number
  readonly verdicts: readonly VerdictReport[]
}

/** Which calls count; everything that is given must hold. */
export type FeedbackFilter = Partial<Pick<CallFilter, 'conversation' | 'branch' | 'plan' | 'limit'>>

/** How many calls are looked at, the newest. */
const defaultLimit = 1000

/** The report over the newest calls, default 1,000. */
export async function feedbackReport(store: Store, filter: FeedbackFilter = {}): Promise<FeedbackReport> {
  const bounded = { ...filter, limit: filter.limit ?? defaultLimit }
  const records = await store.reflections(bounded)
  const reflections = records.flatMap(({ reflection }) => reflectionIn(reflection) ?? [])
  return tally(reflections, await givenFeedback(store, bounded))
}

/** The same of records. Of several words on a call the latest counts; they come newest first. */
function tally(reflections: readonly Reflection[], given: readonly Given[]): FeedbackReport {
  const kinds = tallyKinds(reflections)
  const counting = kinds.filter(({ section }) => section !== 'tools')
  const used = counting.reduce((sum, each) => sum + each.used, 0)
  const named = counting.reduce((sum, each) => sum + each.unused, used)
  return {
    calls: reflections.length,
    kinds,
    hitRate: named === 0 ? null : used / named,
    askedLater: kinds.reduce((sum, each) => sum + each.askedLater, 0),
    verdicts: (['accepted', 'edited', 'rejected'] as const).map((verdict) =>
      tallyVerdict(
        verdict,
        given.filter((each) => each.counts && each.verdict === verdict),
      ),
    ),
  }
}

function tallyKinds(reflections: readonly Reflection[]): KindReport[] {
  const kinds = new Map<string, KindReport>()
  const add = (section: Section, form: FormKind | null, more: Partial<Omit<KindCount, 'section' | 'form'>>): void => {
    const { used = 0, unused = 0, unnamed = 0 } = more
    const key = `${section} ${form}`
    const was = kinds.get(key) ?? { section, form, used: 0, unused: 0, unnamed: 0, askedLater: 0 }
    const sums = { used: was.used + used, unused: was.unused + unused, unnamed: was.unnamed + unnamed }
    kinds.set(key, { ...was, ...sums })
  }
  for (const reflection of reflections) {
    for (const { section, form, ...counts } of reflection.kinds) add(section, form, counts)
    for (const { section, form } of reflection.askedLater) {
      add(section, form, {})
      const key = `${section} ${form}`
      const was = kinds.get(key)
      if (was) kinds.set(key, { ...was, askedLater: was.askedLater + 1 })
    }
  }
  return [...kinds.values()].sort(compareKinds)
}

function tallyVerdict(verdict: Verdict, given: readonly Given[]): VerdictReport {
  const commands = given.flatMap((each) => each.commands)
  return {
    verdict,
    calls: given.length,
    commands: commands.length,
    failed: commands.filter(({ exitCode }) => exitCode !== 0).length,
    files: new Set(given.flatMap(({ changes }) => changes.map(({ path }) => path))).size,
  }
}
