import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngine } from '../src/config/engine.ts'
import { openImport } from '../src/config/import-source.ts'
import { renderTargets } from '../src/core/render/render.ts'
import { verify } from '../src/core/verify.ts'
import { detect } from '../src/formats/detect.ts'
import { openText } from '../src/formats/open-text.ts'
import { modelFacts } from '../src/models/find-facts.ts'
import { defaultCallSettings } from '../src/session/call-request.ts'
import type { Engine } from '../src/session/engine.ts'
import { gather } from '../src/session/gather/gather.ts'
import { type ImportReport, importEntries } from '../src/session/import.ts'
import { planCall } from '../src/session/plan-call.ts'
import { replay } from '../src/session/replay.ts'
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts'
import { loadMeasure } from '../src/tokenizers/load-measure.ts'

const folder = join(import.meta.dirname, '../../shared/eval/transcripts')
const all = existsSync(folder) ? globSync('*/*.{json,jsonl,traj}', { cwd: folder }).sort() : []
const model = modelFacts('openai:gpt-5')
const budgets = [8_000, 32_000, 128_000]
const strategies = ['truncateMiddle', 'rollingWindow'] as const

/** The recorded sessions in a format that can be imported. */
const files: string[] = []
for (const file of all) if (detect((await openText(join(folder, file))).sample)) files.push(file)

describe.skipIf(all.length === 0)('recorded sessions', () => {
  it('are there in a format that can be imported', () => expect(files).not.toEqual([]))

  describe.each(files)('%s', (file) => {
    let place: string
    let engine: Engine
    let report: ImportReport

    const load = async (): Promise<ImportReport> => {
      const source = await openImport(join(folder, file), { root: folder })
      return await importEntries(engine, source.entries(), {
        format: source.format,
        measures: [await loadMeasure(model.measure)],
      })
    }

    beforeAll(async () => {
      place = mkdtempSync(join(tmpdir(), 'heddle-transcripts-'))
      engine = createEngine(sqliteStore(join(place, 'store.db')))
      report = await load()
    })
    afterAll(async () => {
      await engine.store.close()
      rmSync(place, { recursive: true })
    })

    it('imports without a problem, and adds nothing the second time', async () => {
      expect(report.problems).toEqual([])
      expect(report.added).toBeGreaterThan(0)
      expect(await load()).toMatchObject({ added: 0, known: report.added })
    })

    for (const strategy of strategies)
      for (const budget of budgets)
        it(`plans at ${budget} with ${strategy}, renders for every target, verifies and replays`, async () => {
          const settings = { ...defaultCallSettings, truncationStrategy: strategy }
          for (const { id } of report.conversations) {
            const conversation = await engine.store.conversation(id)
            if (!conversation) throw new Error(`${id} is not in the store`)
            for (const branch of await engine.store.branches(id))
              for (const target of renderTargets) {
                const call = await planCall(engine, { conversation, branch, model, settings, budget, target })
                if (call.kind === 'refusal') throw new Error(`refused: ${JSON.stringify(call)}`)
                const input = await gather(engine.store, await loadMeasure(model.measure), call.recipe)
                expect(verify(input, call.plan)).toEqual([])
                expect(call.plan.budget.used).toBeLessThanOrEqual(budget)
                expect(call.rendered.text.length).toBeGreaterThan(0)
                expect(await replay(engine, call.plan.id)).toMatchObject({ same: true, where: null })
              }
          }
        })
  })
})
