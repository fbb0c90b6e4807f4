import {
  type BranchFact,
  type CheckpointFact,
  type CutFact,
  contextHistoryJson,
  type Edit,
  type HeadFact,
  type Json,
  type RestoreFact,
  readContextHistory,
  restoreHistory,
  standAt,
} from '../../src/index.ts'
import type { Area, Given } from '../area.ts'

/** Edits of a branch over time; or a context history file. */
export const historyCheckpoints: Area = (given) => ('file' in given ? fileField(given) : standingFields(given))

function fileField({ file, restoreTo }: Given): Given {
  const { history, damaged } = readContextHistory(file as Json)
  const left = restoreTo === undefined ? history : restoreHistory(history, restoreTo as number)
  return { file: contextHistoryJson(left), damaged }
}

function standingFields(given: Given): Given {
  const facts: BranchFact[] = [
    ...listOf<Edit>(given.edits).map((edit) => ({ kind: 'edit' as const, edit })),
    ...listOf<CutFact>(given.cuts).map((cut) => ({ ...cut, kind: 'cut' as const })),
    ...listOf<HeadFact>(given.heads).map((head) => ({ ...head, kind: 'head' as const })),
    ...listOf<CheckpointFact>(given.checkpoints).map((checkpoint) => ({ ...checkpoint, kind: 'checkpoint' as const })),
    ...listOf<RestoreFact>(given.restores).map((restore) => ({ ...restore, kind: 'restore' as const })),
  ]
  const { edits, range, head } = standAt(facts, given.planAt as number)
  return { inForce: edits.map(({ at: _, ...edit }) => edit), range, head }
}

function listOf<Item>(value: unknown): readonly Item[] {
  return (value ?? []) as readonly Item[]
}
