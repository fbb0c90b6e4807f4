import { describe, expect, it } from 'vitest'
import { checkSettings } from './check.ts'
import { defaultSettings } from './settings.ts'

const said = (value: unknown): string => {
  try {
    checkSettings(value, 'here')
  } catch (error) {
    return (error as Error).message
  }
  return 'fine'
}

describe('checkSettings', () => {
  it('takes the default settings', () => {
    expect(said(defaultSettings)).toBe('fine')
  })

  it.each([
    [{ tokenBufer: 1 }, 'here: there is no setting "tokenBufer". Did you mean tokenBuffer?'],
    [{ shares: { histori: 1 } }, 'here: there is no setting "shares.histori". Did you mean history?'],
    [{ models: { 'a:b': { widnow: 1 } } }, 'here: there is no setting "models.a:b.widnow". Did you mean window?'],
    [
      { models: { 'a:b': { prices: { imput: 1 } } } },
      'here: there is no setting "models.a:b.prices.imput". Did you mean input?',
    ],
  ])('refuses the unknown key in %j with the nearest known one', (value, message) => {
    expect(said(value)).toBe(message)
  })

  it.each([
    [{ tokenBuffer: -1 }, 'tokenBuffer must be a whole number from 0 on'],
    [{ tokenBuffer: 1.5 }, 'tokenBuffer must be a whole number'],
    [{ minimumRecentNodes: 0 }, 'minimumRecentNodes must be a whole number from 1 on'],
    [{ truncationStrategy: 'none' }, 'one of truncateMiddle, rollingWindow, keepFirstPair, stopAtLimit'],
    [{ safety: 1 }, 'safety must be a fraction'],
    [{ shares: { history: 0.7, files: 0.4 } }, 'a sum of 1 or less'],
    [{ measure: 'words' }, 'one of characters, estimate'],
    [{ model: 'bare' }, 'model must be provider:model'],
    [{ models: { 'a:b': { window: 'large' } } }, 'models.a:b.window must be of type number'],
    [[], 'the whole must be an object'],
    [null, 'the whole must be an object'],
  ])('refuses %j and says what is allowed', (value, part) => {
    expect(said(value)).toContain(part)
  })

  it.each(['{"__proto__": {"model": "a:b"}}', '{"models": {"__proto__": {"window": 1}}}', '{"constructor": 1}'])(
    'refuses %s',
    (text) => {
      expect(said(JSON.parse(text))).toContain('Such a key is refused')
    },
  )

  it('takes shares that sum up to 1 but for rounding', () => {
    expect(said({ shares: { history: 0.7, files: 0.2, pins: 0.1 } })).toBe('fine')
  })
})
