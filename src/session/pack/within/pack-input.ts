import type { Candidate } from '../../../core/candidate.ts'
import { digestText } from '../../../core/content/digest.ts'
import type { PlanInput } from '../../../core/plan-input.ts'
import type { PackFrame } from './frame-within.ts'
import type { OfferedFile } from './surveyed-file.ts'

/** The id of the frame among the candidates; no path is so. */
const frameId = '/frame'

/** A pack as something to be planned: its frame always goes, and the files share what it leaves. */
export function packInput(
  files: readonly OfferedFile[],
  frame: PackFrame,
  { budget, measure }: { readonly budget: number; readonly measure: string },
): PlanInput {
  const candidates: Candidate[] = files.map(({ path, content, size, score, smaller, fullLater }) => ({
    id: path,
    section: 'bundle',
    score,
    forms: [
      { kind: 'full', size, content, ...(fullLater ? { later: true } : {}) },
      ...smaller.map((block) => ({ kind: block.form, size: block.size, content: block.content })),
    ],
  }))
  return {
    budget: { window: budget, reserved: 0, safety: 0 },
    candidates: [
      ...candidates,
      { id: frameId, section: 'input', forms: [{ kind: 'full', size: frame.size, content: digestText(frame.head) }] },
    ],
    settings: { historyStrategy: 'truncateMiddle', minimumRecentNodes: 1, markerSize: 0, shares: {} },
    measure,
  }
}
