import { hash } from 'node:crypto'
import { exactId } from '../../bench/engine.ts'
import { astGrepOutliner } from '../../src/code/ast-grep/outliner.ts'
import { pack } from '../../src/session/pack/pack.ts'
import type { PackPorts } from '../../src/session/pack/pack-ports.ts'
import type { PackPiece, PackReport } from '../../src/session/pack/pack-report.ts'
import { togetherIn } from '../../src/sources/git/changed-together.ts'
import type { FileSource } from '../../src/sources/source.ts'
import { memoryFacts } from '../../src/stores/fact-cache.ts'
import { loadMeasure } from '../../src/tokenizers/load-measure.ts'
import type { Sent } from './send.ts'

/** What a task's files are packed from. */
export interface PackedFrom {
  /** The texts of the files, by path. */
  readonly texts: ReadonlyMap<string, string>
  readonly changes: readonly (readonly string[])[]
}

/** Packs the files for a task within so many tokens, and tells which lines are in the pack. */
export type PackSends = (task: string, from: PackedFrom, budget: number) => Promise<Sent>

/** Packs as the command line does, in Markdown, with files in memory; what was counted once is remembered. */
export function packSends(): PackSends {
  const outliner = astGrepOutliner()
  const shared: Omit<PackPorts, 'source' | 'changedTogether'> = {
    secrets: { version: '', find: async () => [] },
    outliner: async () => outliner,
    cache: memoryFacts(),
    measure: exactId,
    loadMeasure,
    hash: (text) => hash('sha256', text, 'base64url'),
  }
  return async (task, { texts, changes }, budget) => {
    const changedTogether = togetherIn(changes).partners
    const ports: PackPorts = { ...shared, source: inMemory(texts), changedTogether: async () => changedTogether }
    return linesIn(await reportOf(ports, task, budget), texts)
  }
}

async function reportOf(ports: PackPorts, task: string, budget: number): Promise<PackReport> {
  const packing = pack(ports, {
    paths: [''],
    include: [],
    exclude: [],
    format: 'markdown',
    lineNumbers: false,
    compress: false,
    secrets: false,
    all: false,
    extras: [],
    task,
    budget,
  })
  let next: IteratorResult<PackPiece, PackReport> = await packing.next()
  while (!next.done) next = await packing.next()
  return next.value
}

/** The lines of the files that went in full or as excerpts. */
function linesIn({ files }: PackReport, texts: ReadonlyMap<string, string>): Sent {
  const sent = new Map<string, Uint8Array>()
  for (const file of files) {
    if (file.kind === 'left-out' || file.form === 'card') continue
    const lines = (texts.get(file.path) ?? '').split('\n').length
    const marks = new Uint8Array(lines + 2)
    for (const [from, to] of file.ranges ?? [[1, lines]]) marks.fill(1, from, to + 1)
    sent.set(file.path, marks)
  }
  return sent
}

function inMemory(texts: ReadonlyMap<string, string>): FileSource {
  const paths = [...texts.keys()].sort()
  return {
    kindOf: async (path) => (texts.has(path) ? 'file' : undefined),
    list: async () => ({ paths, unlisted: [] }),
    read: async (path) => {
      const text = texts.get(path)
      if (text === undefined) return { kind: 'unread', cause: 'not-found' }
      return { kind: 'text', text, bytes: Buffer.byteLength(text) }
    },
  }
}
