import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.ts'

const nothing = (): boolean => false
const parse = (given: string): ReturnType<typeof parseAddress> => parseAddress(given, nothing)
const local = (path: string): object => ({ url: pathToFileURL(resolve(path)).href, protocols: ['file'] })

describe('an address', () => {
  it.each([
    ['https://example.org/a/b.git', ['https', 'ssh']],
    ['http://example.org:8080/a', ['http', 'https', 'ssh']],
    ['ssh://git@example.org/a/b', ['ssh', 'https']],
    ['git://example.org/a', ['git', 'https', 'ssh']],
    ['git@example.org:a/b.git', ['https', 'ssh']],
    ['host:a', ['https', 'ssh']],
  ])('%s goes to git as it is', (given, protocols) => {
    expect(parse(given)).toMatchObject({ url: given, protocols })
  })

  it('of two names is on GitHub, unless something is there', () => {
    expect(parse('owner/na.me')).toMatchObject({
      url: 'https://github.com/owner/na.me',
      shown: 'https://github.com/owner/na.me',
    })
    expect(parseAddress('owner/name', (path) => path === 'owner/name')).toMatchObject(local('owner/name'))
  })

  it('of a repository on this machine is a path or a file address', () => {
    for (const path of ['/srv/a b.git', './a', '../a'])
      expect(parse(path)).toMatchObject({ ...local(path), shown: path })
    expect(parse(pathToFileURL('/srv/ü %.git').href)).toMatchObject(local('/srv/ü %.git'))
  })

  it('is shown without credentials, and goes to git with them', () => {
    for (const secret of ['token@', 'me:secret@', 'me:se@cret@', 'me:s%2Fcret@']) {
      const given = `https://${secret}example.org/a`
      expect(parse(given)).toMatchObject({ url: given, shown: 'https://***@example.org/a' })
    }
  })

  it.each([
    '',
    '-',
    '--upload-pack=touch mark',
    'ext::sh -c "touch mark"',
    'EXT::sh',
    'fd::3',
    'https::https://example.org',
    'ftp://example.org/a',
    'ext://example.org/a',
    'file://example.org/share',
    'file:///a%2Fb',
    'file:///a%2Fb',
    'https://',
    'ssh:///a',
    'ssh://-oProxyCommand=touch/x',
    'ssh://-l@example.org/x',
    'ssh://%2doProxyCommand=x/x',
    '-oProxyCommand=x:y',
    'host:-option',
    'name',
    'a/b/c',
    'owner/..',
    'owner/.',
    'https://example.org/a\nb',
    'owner/name\0',
  ])('%j is refused', (given) => {
    expect(() => parse(given)).toThrow(expect.objectContaining({ code: 'address-refused' }))
  })

  it('that is refused is shown without credentials too', () => {
    for (const given of ['ftp://me:secret@example.org', 'https://me:s/ecret@example.org:x', 'https://me:se cret@[']) {
      expect(() => parse(given)).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/cret/) }))
    }
  })
})
