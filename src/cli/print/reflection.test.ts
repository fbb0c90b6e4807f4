import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import type { FeedbackReport } from '../../session/reflect/feedback-report.ts'
import { reflectionLines } from './reflection.ts'

const view = { style: pc.createColors(false), width: undefined }
const nothing: FeedbackReport = { calls: 0, kinds: [], hitRate: null, askedLater: 0, verdicts: [] }

describe('what answers made of their plans, as a person reads it', () => {
  it('is a line for each kind of item, with how much of it was used, and one for each verdict', () => {
    const lines = reflectionLines(
      {
        calls: 12,
        hitRate: 0.25,
        askedLater: 2,
        kinds: [
          { section: 'history', form: 'full', used: 3, unused: 9, unnamed: 1234, askedLater: 0 },
          { section: 'history', form: null, used: 0, unused: 0, unnamed: 0, askedLater: 2 },
        ],
        verdicts: [
          { verdict: 'accepted', calls: 2, commands: 5, failed: 1, files: 3 },
          { verdict: 'rejected', calls: 0, commands: 0, failed: 0, files: 0 },
        ],
      },
      view,
    )
    expect(lines).toEqual([
      '25 % of what has a name was used, tools aside, in 12 calls; 2 items asked for that were left out or shortened',
      '',
      'section  form      used  unused  unnamed  asked later  hit rate',
      'history  full         3       9    1,234                   25 %  ━━╸',
      'history  left out                                   2',
      '',
      'verdict   calls  commands  failed  files changed',
      'accepted      2         5       1              3',
    ])
  })

  it('is nothing where no call was reflected on, and nobody said anything', () => {
    expect(reflectionLines(nothing, view)).toEqual([])
    expect(reflectionLines({ ...nothing, calls: 1 }, view)[0]).toMatch(
      /^— of what has a name was used, tools aside, in 1 call;/,
    )
  })
})
