import type { PackFormat } from '../../../bundles/pack/formats/pack-format.ts'
import { wholeFile } from '../../../bundles/pack/packed-file.ts'
import type { ContextPlan } from '../../../core/context-plan.ts'
import { plan } from '../../../core/plan.ts'
import type { Listing } from '../../../sources/source.ts'
import { namesThatFit } from '../foot.ts'
import { newOutput } from '../output.ts'
import type { PackPorts } from '../pack-ports.ts'
import type { FileOutcome, PackPiece, PackReport } from '../pack-report.ts'
import type { PackRequest } from '../pack-request.ts'
import { prepareFile } from '../prepare-file.ts'
import { cachedSizes } from '../sizes.ts'
import { type Blocks, blocksOf } from './blocks.ts'
import { frameWithin } from './frame-within.ts'
import { offerForms } from './offer-forms.ts'
import { outcomesOf } from './outcomes.ts'
import { PackOverBudget } from './over-budget.ts'
import { packInput } from './pack-input.ts'
import { ranking } from './rank.ts'
import { survey } from './survey.ts'
import type { OfferedFile } from './surveyed-file.ts'

/**
 * What fits: every file is read and measured, ranked for the task, offered in smaller forms where there is no room for all, and
 * a plan decides. What goes in full is read once more; if it is another text by now, it is left out.
 */
export async function* packWithin(
  ports: PackPorts,
  request: PackRequest,
  format: PackFormat,
  { paths, unlisted }: Listing,
  budget: number,
): AsyncGenerator<PackPiece, PackReport> {
  const sizes = cachedSizes(ports)
  const frame = await frameWithin(format, request, paths, budget, sizes)
  if (frame.size > budget) throw new PackOverBudget(budget, frame.size, ports.measure)
  const rank = ranking(ports, request)
  const { files, leftOut } = await survey(ports, request, { format, sizes }, paths, rank.add)
  const loadBlocks = (): Promise<Blocks> => blocksOf(ports, request, format)
  const offered = await offerForms(loadBlocks, await rank.order(files), budget - frame.size)
  const decided = plan(packInput(offered, frame, { budget, measure: ports.measure }))
  if (decided.kind === 'refusal') throw new PackOverBudget(budget, frame.size, ports.measure)
  const planned = outcomesOf(decided, offered)
  const output = newOutput(sizes, format)
  yield* output.begin(frame.head)
  const changed = yield* writeBlocks(ports, request, { format, offered, decided, output })
  const others: FileOutcome[] = unlisted.map(({ path, cause }) => ({ kind: 'left-out', path, why: cause }))
  const outcomes = [...others, ...leftOut, ...planned.map((outcome) => changed.get(outcome.path) ?? outcome)]
  const names = await namesThatFit(format, sizes, planned, budget - output.total().size)
  yield* output.end(format.foot({ leftOut: names }))
  return {
    files: outcomes.sort((a, b) => (a.path < b.path ? -1 : 1)),
    measure: ports.measure,
    ...output.total(),
    budget,
    plan: decided.id,
  }
}

interface Writing {
  readonly format: PackFormat
  readonly offered: readonly OfferedFile[]
  readonly decided: ContextPlan
  readonly output: ReturnType<typeof newOutput>
}

/** Writes what was decided in order of path; returns the outcomes of files that have changed since. */
async function* writeBlocks(
  ports: PackPorts,
  request: PackRequest,
  { format, offered, decided, output }: Writing,
): AsyncGenerator<PackPiece, ReadonlyMap<string, FileOutcome>> {
  const byPath = new Map(offered.map((file) => [file.path, file]))
  const changed = new Map<string, FileOutcome>()
  const kept = decided.kept.flatMap((entry) => (entry.kind === 'kept' ? [entry] : []))
  for (const { id: path, content } of kept.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const file = byPath.get(path)
    if (!file) continue
    request.signal?.throwIfAborted()
    const block =
      file.smaller.find((each) => each.content === content)?.text ?? (await fullBlock(ports, request, format, path))
    if (block === undefined || ports.hash(block) !== content) {
      changed.set(path, { kind: 'left-out', path, why: 'changed-while-read', bytes: file.bytes })
      continue
    }
    yield* output.add(block)
  }
  return changed
}

async function fullBlock(
  ports: PackPorts,
  request: PackRequest,
  format: PackFormat,
  path: string,
): Promise<string | undefined> {
  const prepared = await prepareFile(ports, request, path)
  return prepared.kind === 'text' ? format.block(wholeFile(prepared, request.lineNumbers)) : undefined
}
