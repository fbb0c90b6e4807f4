import { describe, expect, it } from 'vitest'
import { showsUnicode } from './look.ts'

describe('showsUnicode', () => {
  it.each([
    [{}, true],
    [{ LANG: 'en_US.UTF-8' }, true],
    [{ LANG: 'de_DE.utf8', TERM: 'xterm-256color' }, true],
    [{ LANG: 'C' }, false],
    [{ LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LC_CTYPE: 'C.UTF-8', LANG: 'C' }, true],
    [{ TERM: 'linux' }, false],
    [{ TERM: 'dumb' }, false],
  ])('goes by locale and terminal: %j', (env, unicode) => {
    expect(showsUnicode(env)).toBe(unicode)
  })
})
