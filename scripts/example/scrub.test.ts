import { describe, expect, it } from 'vitest'
import { scrub, testReport } from './scrub.ts'

describe('scrub', () => {
  it('takes out folders, the longer before the one it lies in', () => {
    expect(scrub('at /a/b/src/x.ts and /a/y.ts in /a/b', ['/a', '/a/b'])).toBe('at src/x.ts and y.ts in .')
  })

  it('takes out what changes from run to run and leaves other figures', () => {
    const printed =
      ' ✓ x.test.ts (4 tests) 12ms\n ✓ takes 3 apart 1.25s\n   Start at  10:00:00\n   Duration  2s (a 1s)\n'
    expect(scrub(printed, [])).toBe(' ✓ x.test.ts (4 tests)\n ✓ takes 3 apart')
  })

  it('takes out colours', () => {
    expect(scrub('\u001b[32m✓\u001b[39m fine', [])).toBe('✓ fine')
  })
})

describe('testReport', () => {
  it('puts what went wrong between the tests and the totals, and drops what is about time', () => {
    const printed = ' × one\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n    Isolate  could be faster'
    expect(testReport(printed, 'AssertionError')).toBe(
      ' × one\n\nAssertionError\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)',
    )
  })
})
