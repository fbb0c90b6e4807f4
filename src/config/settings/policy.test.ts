import { describe, expect, it } from 'vitest'
import { HeddleError } from '../../core/errors.ts'
import { withPolicy } from './policy.ts'
import { defaultSettings } from './settings.ts'

const changes = (policy: string): object =>
  Object.fromEntries(
    Object.entries(withPolicy(policy, defaultSettings)).filter(
      ([name, value]) => defaultSettings[name as keyof typeof defaultSettings] !== value,
    ),
  )

describe('a policy on the command line', () => {
  it.each([
    ['rollingWindow', { truncationStrategy: 'rollingWindow' }],
    ['truncateMiddle', {}],
    ['keepFirstPair:half', { truncationStrategy: 'keepFirstPair', keep: 'half' }],
    ['rollingWindow, lowWater = 0.4,pressure=1', { truncationStrategy: 'rollingWindow', lowWater: 0.4, pressure: 1 }],
    ['pressure=0.8', { pressure: 0.8 }],
    ['safety=null,tokenBuffer=0', { tokenBuffer: 0 }],
    ['shares.pins=0.1', { shares: { files: 0.4, bundle: 0.25, pins: 0.1 } }],
    [
      'stopAtLimit,shares={"files":0.1,"pins":0.1}',
      { truncationStrategy: 'stopAtLimit', shares: { files: 0.1, pins: 0.1 } },
    ],
  ])('%s is a strategy with settings', (policy, expected) => {
    expect(changes(policy)).toEqual(expected)
  })

  it.each([
    ['rolingWindow', 'unknown-policy', 'Did you mean rollingWindow?'],
    ['', 'unknown-policy', 'Known are truncateMiddle'],
    ['rollingWindow:half', 'invalid-policy', 'keepFirstPair'],
    ['keepFirstPair:some', 'invalid-setting', 'one of auto, half'],
    ['rollingWindow,half', 'invalid-policy', 'NAME=VALUE'],
    ['rollingWindow,lowWatr=0.4', 'unknown-setting', 'Did you mean lowWater?'],
    ['lowWater=7', 'invalid-setting', '0.05 to 1'],
    ['shares.fils=0.3', 'unknown-setting', 'Did you mean files?'],
    ['model=openai:gpt-5', 'invalid-policy', 'model is no part of a policy'],
  ])('%j is refused with %s', (policy, code, hint) => {
    let error: unknown
    try {
      withPolicy(policy, defaultSettings)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(HeddleError)
    expect(error).toMatchObject({ code, message: expect.stringContaining(hint) })
  })
})
