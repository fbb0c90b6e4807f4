import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PackReport } from '../../src/session/pack/pack-report.ts'
import { files, measure, numRuns, request } from './arbitraries.ts'
import { expectSound, type PackFolder, packFolder, sizeOf } from './pack-folder.ts'

let at: PackFolder

beforeEach(async () => {
  at = await packFolder()
})
afterEach(() => at.remove())

const timeout = 120_000

describe('a pack with a budget', () => {
  it(
    'never measures more than that, and is the same again',
    async () => {
      let [planned, refused, cut] = [0, 0, 0]
      await fc.assert(
        fc.asyncProperty(
          files,
          request,
          measure,
          fc.integer({ min: 1, max: 3000 }),
          async (given, asked, id, budget) => {
            const root = await at.folderOf(given)
            const cache = at.newCache()
            const within = { ...asked, budget }
            const cold = await at.packed(root, id, within, cache).catch((error: unknown) => {
              expect(error).toMatchObject({ code: 'over-limit' })
            })
            if (!cold) return void refused++
            planned++
            if (cold.report.files.some((file) => file.kind === 'left-out' && file.why === 'over-budget')) cut++
            expect(await sizeOf(cold.text, id)).toBeLessThanOrEqual(budget)
            await expectSound(cold, given)
            expect(await at.packed(root, id, within, cache)).toEqual(cold)
            expect(await at.packed(root, id, within)).toEqual(cold)
            if (asked.format === 'json') JSON.parse(cold.text)
          },
        ),
        { numRuns: numRuns * 3 },
      )
      expect(planned).toBeGreaterThan(refused)
      expect(cut).toBeGreaterThan(numRuns / 4)
    },
    timeout,
  )

  it(
    'holds everything in full where there is room for it',
    async () => {
      await fc.assert(
        fc.asyncProperty(files, request, measure, async (given, asked, id) => {
          const root = await at.folderOf(given)
          const whole = await at.packed(root, id, asked)
          const { report } = await at.packed(root, id, { ...asked, budget: whole.report.size * 20 + 1000 })
          const kept = (of: PackReport): unknown[] =>
            of.files.map((file) => [file.path, file.kind, file.kind === 'packed' ? file.form : file.why])
          expect(kept(report)).toEqual(kept(whole.report))
        }),
        { numRuns },
      )
    },
    timeout,
  )
})

describe('a split pack', () => {
  it(
    'has no part over its size unless one file alone is, loses nothing, and adds up',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          files,
          request,
          measure,
          fc.integer({ min: 1, max: 2000 }),
          async (given, asked, id, split) => {
            const root = await at.folderOf(given)
            const whole = await at.packed(root, id, { ...asked, extras: [] })
            const { parts, pieces, report } = await at.packed(root, id, { ...asked, extras: [], split })
            expect(parts).toHaveLength(report.parts)
            expect(report.files.map(({ path }) => path)).toEqual(Object.keys(given).sort())
            const feet = asked.format === 'json' || asked.format === 'xml' ? 1 : 0
            let sum = 0
            for (const [place, part] of parts.entries()) {
              const size = await sizeOf(part, id)
              sum += size
              const hasNames =
                place === parts.length - 1 && report.files.some(({ kind }) => kind === 'left-out') ? 1 : 0
              const blocks = (pieces[place] ?? 0) - 1 - Math.max(feet, hasNames)
              if (blocks > 1) expect(size).toBeLessThanOrEqual(split)
            }
            expect(pieces.reduce((total, count) => total + count, 0)).toBeGreaterThanOrEqual(parts.length)
            if (id.endsWith('k_base') || id === 'characters') expect(report.size).toBe(sum)
            if (asked.format === 'json') {
              const texts = parts.flatMap((part) => (JSON.parse(part) as { files: unknown[] }).files)
              expect(texts).toEqual((JSON.parse(whole.text) as { files: unknown[] }).files)
            }
          },
        ),
        { numRuns },
      )
    },
    timeout,
  )
})
