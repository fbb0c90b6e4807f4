import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detect } from './detect.ts'
import type { Entry } from './format.ts'
import { openText } from './open-text.ts'

const folder = join(import.meta.dirname, '../../../shared/eval/transcripts')
const files = existsSync(folder) ? globSync('*/*.{json,jsonl,traj}', { cwd: folder }).sort() : []

describe.skipIf(files.length === 0)('recorded sessions', () => {
  it('are found to be what they are; the formats that are not read yet are nobody’s', async () => {
    for (const file of files) {
      const { sample } = await openText(join(folder, file))
      expect([file, detect(sample)?.name]).toEqual([file, file.startsWith('pi') ? 'pi' : undefined])
    }
  })

  it('of pi come in whole: every message, call and result, and the file of every read', async () => {
    for (const file of files.filter((name) => name.startsWith('pi'))) {
      const source = await openText(join(folder, file))
      const entries: Entry[] = []
      for await (const entry of detect(source.sample)?.read(source) ?? []) entries.push(entry)
      const nodes = entries.filter((entry) => entry.kind === 'node')
      const parts = nodes.flatMap((node) => node.parts)
      const results = parts.filter((part) => part.kind === 'tool-result')
      expect(entries.filter(({ kind }) => kind === 'problem')).toEqual([])
      expect(nodes.filter(({ author }) => author === 'model')).toHaveLength(484)
      expect(nodes.filter(({ author }) => author === 'human')).toHaveLength(58)
      expect(parts.filter(({ kind }) => kind === 'tool-call')).toHaveLength(454)
      expect(results).toHaveLength(448)
      expect(results.filter(({ content }) => content[0]?.kind === 'file')).toHaveLength(104)
    }
  })
})
