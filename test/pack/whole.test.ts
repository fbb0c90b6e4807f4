import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { files, measure, numRuns, path, request, text } from './arbitraries.ts'
import { expectSound, type PackFolder, packFolder } from './pack-folder.ts'

let at: PackFolder

beforeEach(async () => {
  at = await packFolder()
})
afterEach(() => at.remove())

const timeout = 120_000

describe('a pack without a budget', () => {
  it(
    'is measured as it is, tells of every file once, in order, and is the same with a cold and a warm cache',
    async () => {
      await fc.assert(
        fc.asyncProperty(files, request, measure, async (given, asked, id) => {
          const root = await at.folderOf(given)
          const cache = at.newCache()
          const cold = await at.packed(root, id, asked, cache)
          await expectSound(cold, given)
          expect(await at.packed(root, id, asked, cache)).toEqual(cold)
          expect(await at.packed(root, id, asked)).toEqual(cold)
        }),
        { numRuns },
      )
    },
    timeout,
  )

  it(
    'gives every text back in JSON',
    async () => {
      const wellFormed = fc
        .uniqueArray(fc.tuple(path, text), { selector: ([of]) => of, maxLength: 10 })
        .map((pairs) => Object.fromEntries(pairs.map(([of, pieces]) => [of, pieces.join('')])))
      await fc.assert(
        fc.asyncProperty(wellFormed, request, async (given, asked) => {
          const root = await at.folderOf(given)
          const { text: whole, report } = await at.packed(root, 'characters', {
            ...asked,
            format: 'json',
            lineNumbers: false,
            compress: false,
          })
          const { files: found } = JSON.parse(whole) as { files: { path: string; text: string }[] }
          const kept = report.files.flatMap((file) => (file.kind === 'packed' ? [file.path] : []))
          expect(found).toEqual(kept.map((of) => ({ path: of, text: (given[of] ?? '').replace(/^\u{feff}/u, '') })))
        }),
        { numRuns },
      )
    },
    timeout,
  )
})

describe('the same files', () => {
  it(
    'give the same bytes and the same report in another folder, made in another order',
    async () => {
      const budget = fc.option(fc.integer({ min: 100, max: 2000 }), { nil: undefined })
      await fc.assert(
        fc.asyncProperty(files, request, measure, budget, async (given, asked, id, most) => {
          const within = most === undefined ? asked : { ...asked, budget: most }
          const outcome = async (root: string): Promise<unknown> =>
            await at.packed(root, id, within).catch((error: Error) => error.message)
          const here = await at.folderOf(given)
          const there = await at.folderOf(Object.fromEntries(Object.entries(given).toReversed()))
          expect(await outcome(there)).toEqual(await outcome(here))
        }),
        { numRuns },
      )
    },
    timeout,
  )

  it(
    'are packed once, however often they are named',
    async () => {
      await fc.assert(
        fc.asyncProperty(files, fc.infiniteStream(fc.nat(5)), async (given, choices) => {
          const root = await at.folderOf(given)
          const named = Object.keys(given).flatMap((of) => {
            const parents = of.split('/').map((_, depth, names) => names.slice(0, depth).join('/'))
            return [of, `./${of}`, ...parents, `x/../${of}`].filter(() => choices.next().value !== 0)
          })
          const { text } = await at.packed(root, 'characters', {})
          expect((await at.packed(root, 'characters', { paths: ['', ...named, ''] })).text).toBe(text)
        }),
        { numRuns },
      )
    },
    timeout,
  )
})

describe('compressing', () => {
  it(
    'never makes a file larger',
    async () => {
      await fc.assert(
        fc.asyncProperty(files, measure, async (given, id) => {
          const root = await at.folderOf(given)
          const sizes = async (compress: boolean): Promise<Map<string, number>> =>
            new Map(
              (await at.packed(root, id, { compress, all: true })).report.files.flatMap((file) =>
                file.kind === 'packed' ? [[file.path, file.size]] : [],
              ),
            )
          const [full, small] = [await sizes(false), await sizes(true)]
          expect([...small.keys()]).toEqual([...full.keys()])
          for (const [of, size] of small) expect(size).toBeLessThanOrEqual(full.get(of) ?? 0)
        }),
        { numRuns },
      )
    },
    timeout,
  )
})
