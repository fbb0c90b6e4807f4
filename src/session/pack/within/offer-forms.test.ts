import { describe, expect, it } from 'vitest'
import { plan } from '../../../core/plan.ts'
import type { Piece } from '../../../retrieval/file-scorer.ts'
import type { FileOutcome } from '../pack-report.ts'
import { type ExampleFile, exampleBlocks } from './example-blocks.ts'
import { offerForms } from './offer-forms.ts'
import { outcomesOf } from './outcomes.ts'
import { packInput } from './pack-input.ts'

const frame = { head: '', size: 10 }

/** What a plan makes of what is offered for some files, the best first. */
async function outcomes(files: readonly ExampleFile[], budget: number): Promise<readonly FileOutcome[]> {
  const { blocks, ranked } = await exampleBlocks(files)
  const offered = await offerForms(async () => blocks, ranked, budget - frame.size)
  const planned = plan(packInput(offered, frame, { budget, measure: 'characters' }))
  if (planned.kind === 'refusal') throw new Error(planned.code)
  return outcomesOf(planned, offered)
}

function file(path: string, lines: number, pieces: readonly Piece[]): ExampleFile {
  return { path, text: Array.from({ length: lines }, (_, at) => `export const line${at}\n`).join(''), pieces }
}

/** The form of each file, with the lines of an excerpt. */
function forms(given: readonly FileOutcome[]): readonly unknown[] {
  return given.map((each) => (each.kind === 'packed' ? (each.ranges ?? each.form) : each.why))
}

describe('what is offered for a task', () => {
  const best = file('src/best.ts', 100, [
    [41, 50, 9],
    [71, 80, 2],
  ])
  const second = file('src/second.ts', 100, [[1, 10, 5]])
  const small = file('src/small.ts', 5, [[1, 5, 4]])
  const unrelated = file('src/unrelated.ts', 5, [[1, 5, 0]])
  const all = [best, second, small, unrelated]

  it('is the best pieces of all, and the plan keeps them with their reasons', async () => {
    const made = await outcomes(all, 700)
    expect(forms(made)).toEqual([[[41, 50]], [[1, 10]], 'full', 'over-budget'])
    expect(made.map(({ reason }) => reason?.kind)).toEqual(['smaller-form', 'smaller-form', 'ranked', 'over-budget'])
  })

  it('leaves what is over when all pieces are chosen to what has nothing to do with the task, the best in full first', async () => {
    expect(forms(await outcomes(all, 1200))).toEqual([
      [
        [41, 50],
        [71, 80],
      ],
      [[1, 10]],
      'full',
      'full',
    ])
    expect(forms(await outcomes(all, 3000))).toEqual(['full', [[1, 10]], 'full', 'full'])
  })

  it('is everything in full where there is room for it, and then nothing is made', async () => {
    const { ranked } = await exampleBlocks(all)
    const offered = await offerForms(() => Promise.reject(new Error('made')), ranked, 1e6)
    expect(offered.every(({ smaller, fullLater }) => smaller.length === 0 && !fullLater)).toBe(true)
  })

  it('is a card for the next best where there is room for it', async () => {
    const { blocks, ranked } = await exampleBlocks([best, { ...second, pieces: [[1, 100, 1]] }])
    const carded = {
      ...blocks,
      card: async (path: string) => ({ form: 'card', content: path, size: 30, text: 'x'.repeat(30) }) as const,
    }
    const kinds = async (limit: number): Promise<unknown> =>
      (await offerForms(async () => carded, ranked, limit)).map(({ smaller }) => smaller.map(({ form }) => form))
    expect(await kinds(520)).toEqual([['excerpt'], ['card']])
    expect(await kinds(460)).toEqual([['excerpt'], []])
  })

  it('is no excerpt where nothing has to do with the task: in the order given what fits goes in full', async () => {
    const given = all.map((each) => ({ ...each, pieces: [] }))
    expect(forms(await outcomes(given, 400))).toEqual(['over-budget', 'over-budget', 'full', 'full'])
  })
})
