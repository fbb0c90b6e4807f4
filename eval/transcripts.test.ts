import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Measured } from '../bench/frame/report.ts'
import { generatedFiles } from '../bench/import/files.ts'
import { transcripts } from './transcripts.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-eval-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (...where: string[]): Promise<Measured> => transcripts.run({ options: {}, arguments: where, say: () => {} })

describe('transcripts', () => {
  it('says what to do where the folder is missing', async () => {
    await expect(run(join(folder, 'none'))).rejects.toThrow(/no folder .*none.* npm run eval -- transcripts DIR/)
  })

  it('plans, renders, verifies and replays every file at every budget, and names what it does not know', async () => {
    const [claudeCode] = generatedFiles
    await writeFile(join(folder, 'a.jsonl'), [...(claudeCode?.lines(300) ?? [])].join('\n'))
    await writeFile(join(folder, 'b.txt'), 'no conversation at all')
    const { rows, checks } = await run(folder)
    expect(rows).toHaveLength(4)
    expect(rows.slice(0, 3)).toMatchObject(
      [8000, 32_000, 128_000].map((budget) => ({
        file: 'a.jsonl',
        format: 'claude-code',
        budget,
        nodes: 300,
        targets: 6,
        replayed: 'yes',
        outcome: 'good',
      })),
    )
    expect(rows[3]).toMatchObject({ file: 'b.txt', outcome: 'not in a format that is known' })
    expect(checks.map(({ pass }) => pass)).toEqual([true, true])
  })
})
