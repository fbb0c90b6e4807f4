import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detect } from './detect.ts'
import type { Entry, NodeEntry } from './format.ts'
import { openText } from './open-text.ts'

const folder = join(import.meta.dirname, '../../../shared/eval/transcripts')
const files = existsSync(folder) ? globSync('*/*.{json,jsonl,traj}', { cwd: folder }).sort() : []
const formatOf = new Map(Object.entries({ vorflux: 'trajectory' }))

async function read(file: string): Promise<Entry[]> {
  const source = await openText(join(folder, file))
  const entries: Entry[] = []
  for await (const entry of detect(source.sample)?.read(source) ?? []) entries.push(entry)
  return entries
}

/** How many nodes of each author, calls, results, and results that show a file. */
function countsOf(entries: readonly Entry[]): object {
  const nodes = entries.filter((entry): entry is NodeEntry => entry.kind === 'node')
  const parts = nodes.flatMap((node) => node.parts)
  const results = parts.filter((part) => part.kind === 'tool-result')
  return {
    model: nodes.filter(({ author }) => author === 'model').length,
    human: nodes.filter(({ author }) => author === 'human').length,
    calls: parts.filter(({ kind }) => kind === 'tool-call').length,
    results: results.length,
    files: results.filter(({ content }) => content.some(({ kind }) => kind === 'file')).length,
  }
}

describe.skipIf(files.length === 0)('recorded sessions', () => {
  it('are found to be what they are', async () => {
    for (const file of files) {
      const tool = file.split(/[/\\]/)[0] ?? ''
      const { sample } = await openText(join(folder, file))
      expect([file, detect(sample)?.name]).toEqual([file, formatOf.get(tool) ?? tool])
    }
  })

  it.each([
    ['pi/before-compaction.jsonl', { model: 484, human: 58, calls: 454, results: 448, files: 104 }],
    ['cline/session.messages.json', { model: 16, human: 5, calls: 11, results: 11, files: 6 }],
    ['openhands/ponyc-4588.output.jsonl', { model: 49, human: 1, calls: 49, results: 49, files: 17 }],
    ['sweagent/marshmallow-code__marshmallow-1867.traj', { model: 13, human: 1, calls: 13, results: 13, files: 5 }],
    ['vorflux/django__django-11138.json', { model: 93, human: 1, calls: 88, results: 88, files: 4 }],
    ['vorflux/django__django-11555.json', { model: 361, human: 1, calls: 385, results: 385, files: 119 }],
  ])('come in whole: %s', async (file, counts) => {
    const entries = await read(file)
    expect(entries.filter(({ kind }) => kind === 'problem')).toEqual([])
    expect(countsOf(entries)).toMatchObject(counts)
  })

  it('have a result for every call of a step, in one node behind it', async () => {
    for (const file of files.filter((name) => name.startsWith('vorflux'))) {
      const entries = await read(file)
      expect(entries.filter(({ kind }) => kind === 'problem')).toEqual([])
      for (const [at, entry] of entries.entries()) {
        if (entry.kind !== 'node' || entry.author !== 'tool') continue
        const before = entries[at - 1]
        const calls = before?.kind === 'node' ? before.parts.filter((part) => part.kind === 'tool-call') : []
        const answered = entry.parts.map((part) => (part.kind === 'tool-result' ? part.callId : ''))
        expect(answered).toEqual(calls.map(({ callId }) => callId))
      }
    }
  })
})
