import type { CompactionFact } from '../../history/edits/branch-fact.ts'
import type { Node } from '../../history/node.ts'
import { timeAfter } from '../edits/branch-time.ts'
import type { Engine } from '../engine.ts'
import { type DraftedCompaction, draftCompaction } from './draft.ts'
import { prepareCompaction } from './prepare.ts'
import type { CompactionRequest, NotCompacted } from './request.ts'

/** A compaction that is stored. */
export interface Compaction {
  readonly kind: 'compacted'
  readonly drafted: DraftedCompaction
  readonly fact: CompactionFact
  /** The node of the summary. */
  readonly summary: Node
}

/** Writes a summary of a range and sends that in its place from now on. The nodes stay; `expand` undoes it. */
export async function compact(engine: Engine, request: CompactionRequest): Promise<Compaction | NotCompacted> {
  const prepared = await prepareCompaction(engine, request)
  if (prepared.kind === 'not-compacted') return prepared
  const drafted = await draftCompaction(engine, prepared)
  return drafted.kind === 'not-compacted' ? drafted : await storeCompaction(engine, drafted)
}

/** Stores a draft: the summary as a note about the range's last node, and what it stands for as a fact of the branch. */
export async function storeCompaction(engine: Engine, drafted: DraftedCompaction): Promise<Compaction> {
  const { store } = engine
  const { prepared, text, writer, files } = drafted
  const { request, from, to, count, detours } = prepared
  const { branch } = request
  const note = {
    id: engine.newId(),
    parent: to,
    author: 'system',
    authorId: writer,
    parts: [{ kind: 'text', text }],
    createdAt: engine.now(),
    annotation: true,
  } as const
  const measures = [await engine.loadMeasure(request.measure)]
  const [summary] = await store.append([note], { conversation: branch.conversation, measures })
  const fact: CompactionFact = {
    kind: 'compaction',
    at: timeAfter(engine, await store.facts(branch.id)),
    from,
    to,
    count,
    detours,
    summary: note.id,
    files: files.length === 0 ? null : await store.putContent(files),
  }
  await store.addFacts(branch.id, [fact])
  return { kind: 'compacted', drafted, fact, summary: summary as Node }
}
