import { posix, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { AddressRefused } from './errors.ts'

/** Where a repository is fetched from. */
export interface Address {
  /** As git is given it; it may hold credentials. */
  readonly url: string
  /** For people, without credentials. */
  readonly shown: string
  /** What git may speak to get there. */
  readonly protocols: readonly string[]
}

/** Others than the one that is named, for those whose own configuration of git takes another way to the same server. */
const secure = ['https', 'ssh']
const remote = new Set(['https', 'http', 'ssh', 'git'])

/**
 * Understands https, http, ssh and git addresses, `[user@]host:path`, `owner/name` on GitHub, and local repositories as
 * path or file address; a path that is there comes before `owner/name`. Throws `AddressRefused` for everything else:
 * other transports can run programs, and what begins with `-` would be an option.
 */
export function parseAddress(given: string, isThere: (path: string) => boolean): Address {
  const shown = given.replace(/\p{Cc}+/gu, ' ').replace(/:\/\/.*@/, '://***@')
  const refuse = (why: string): never => {
    throw new AddressRefused(shown, why)
  }
  if (given === '' || given.startsWith('-') || /\p{Cc}/u.test(given)) return refuse('it is no address.')
  if (/^[a-z][a-z0-9+.-]*::/i.test(given)) return refuse('helpers for other transports are not run.')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given)) {
    const url = URL.parse(given) ?? refuse('it is no address.')
    const scheme = url.protocol.slice(0, -1)
    if (scheme === 'file') return local(pathOf(url) ?? refuse('it is no path on this machine.'))
    if (!remote.has(scheme)) return refuse(`"${scheme}" is not one of the known ways.`)
    if (url.hostname === '' || isOption(url.hostname) || isOption(url.username)) return refuse('it names no server.')
    return { url: given, shown, protocols: [...new Set([scheme, ...secure])] }
  }
  if (/^([/\\.]|[a-z]:[/\\])/i.test(given) || isThere(given)) return local(given)
  const [, user = '', host, path] = /^(?:([^@/:\s]+)@)?([^@/:\s]+):(.+)$/.exec(given) ?? []
  if (host !== undefined && path !== undefined) {
    if (isOption(user) || isOption(host) || isOption(path)) return refuse('it names no server.')
    return { url: given, shown, protocols: secure }
  }
  if (/^[a-z0-9][\w.-]*\/[\w.-]*\w$/i.test(given) && posix.normalize(given) === given) {
    const url = `https://github.com/${given}`
    return { url, shown: url, protocols: secure }
  }
  return refuse('it is no address, and no repository is there.')
}

/** Undefined for an address of another machine, and for one with an encoded slash. */
function pathOf(url: URL): string | undefined {
  try {
    return url.host === '' ? fileURLToPath(url) : undefined
  } catch {
    return undefined
  }
}

function local(path: string): Address {
  return { url: pathToFileURL(resolve(path)).href, shown: path, protocols: ['file'] }
}

function isOption(part: string): boolean {
  return /^(-|%2d)/i.test(part)
}
