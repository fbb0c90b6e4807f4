import {
  type Bar,
  type Candidate,
  type Form,
  type FormKind,
  type Kept,
  type LeftOut,
  type Marker,
  type PlanInput,
  plan,
  type Refusal,
  type Section,
  type Shares,
  type Span,
  verify,
} from '../../src/index.ts'
import type { Area, Given } from '../area.ts'

interface GivenCandidate {
  readonly id: string
  readonly section: Section
  readonly forms: { readonly [form in FormKind]?: number }
  readonly atom?: string
  readonly newestInput?: boolean
  readonly leaseTurns?: number
  readonly score?: number
  readonly repeatedIn?: string
}

interface GivenEntry {
  readonly id: string
  readonly form?: FormKind
  readonly section?: Section
  readonly reason?: LeftOut['reason']['kind']
  readonly pointsTo?: string
}

/** Whole small plans, and hand-made plans that break an invariant. */
export const planningInvariants: Area = (given) => (given.plan ? checked(given) : planned(given))

function planned(given: Given): Given {
  const result = plan(inputOf(given))
  if (result.kind === 'refusal') return { error: errorOf(result) }
  return {
    limit: result.budget.limit,
    size: result.budget.used,
    kept: result.kept.map(keptField),
    leftOut: result.leftOut.map(leftOutField),
  }
}

function checked(given: Given): Given {
  const limit = given.limit as number
  const candidates = (given.candidates as GivenCandidate[]).map(candidateOf)
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const entries = (given.plan as GivenEntry[]).map((entry) => decisionOf(entry, byId.get(entry.id)))
  const violations = verify(
    { budget: { window: limit, reserved: 0, safety: 0 }, candidates },
    {
      kept: entries.filter((entry) => entry.kind === 'kept'),
      leftOut: entries.filter((entry) => entry.kind === 'left-out'),
    },
  )
  return { violations }
}

function inputOf(given: Given): PlanInput {
  return {
    budget: given.budget as PlanInput['budget'],
    candidates: (given.candidates as GivenCandidate[]).map(candidateOf),
    settings: {
      historyStrategy: (given.historyStrategy as PlanInput['settings']['historyStrategy']) ?? 'truncateMiddle',
      minimumRecentNodes: (given.minimumRecentNodes as number) ?? 4,
      markerSize: (given.markerSize as number) ?? 0,
      shares: (given.shares as Shares) ?? {},
    },
    measure: 'given',
  }
}

const bars: readonly Bar[] = ['excluded', 'pruned', 'annotation', 'secret']

function candidateOf(given: GivenCandidate): Candidate {
  const { id, section, atom, newestInput, leaseTurns, score, repeatedIn } = given
  const forms = Object.entries(given.forms).map(([kind, size]): Form => {
    const form = { kind: kind as FormKind, size }
    return kind === 'notice' && repeatedIn !== undefined ? { ...form, by: 'repeat', pointsTo: [repeatedIn] } : form
  })
  const bar = bars.find((name) => (given as unknown as Given)[name] === true)
  return {
    id,
    section,
    forms: forms as [Form, ...Form[]],
    ...(atom === undefined ? {} : { atom }),
    ...(newestInput === undefined ? {} : { newestInput }),
    ...(leaseTurns === undefined ? {} : { leaseTurns }),
    ...(score === undefined ? {} : { score }),
    ...(bar === undefined ? {} : { bar }),
  }
}

function decisionOf(entry: GivenEntry, candidate: Candidate | undefined): Kept | LeftOut {
  const { id, form, reason, pointsTo } = entry
  const section = entry.section ?? candidate?.section ?? 'history'
  if (form === undefined) {
    const leftOut = { kind: 'left-out' as const, id, section, size: 0 }
    return reason === undefined ? (leftOut as LeftOut) : { ...leftOut, reason: { kind: reason, shortBy: 0, in: '' } }
  }
  const size = candidate?.forms.find((held) => held.kind === form)?.size ?? 0
  return {
    kind: 'kept',
    id,
    section,
    form,
    size,
    reason: { kind: 'fits' },
    ...(pointsTo === undefined ? {} : { pointsTo: [pointsTo] }),
  }
}

function keptField(entry: Kept | Marker): Given {
  if (entry.kind === 'marker') return { marker: { omitted: entry.omitted } }
  return {
    id: entry.id,
    form: entry.form,
    ...(entry.pointsTo === undefined ? {} : { pointsTo: entry.pointsTo.join() }),
  }
}

/** A left-out entry as the cases write it. */
export function leftOutField(entry: LeftOut | Span): Given {
  if (entry.kind === 'left-out') return { id: entry.id, reason: entry.reason.kind }
  const { from, to, count, size } = entry
  return { span: { from, to, count, size }, reason: entry.reason.kind }
}

/** A refusal as the cases write errors. */
export function errorOf(refusal: Refusal): Given {
  return {
    code: refusal.code,
    ...('overBy' in refusal ? { overBy: refusal.overBy } : {}),
    ...('largest' in refusal ? { largestItem: refusal.largest[0]?.id } : {}),
  }
}
