/** Variables of git that are the person's own: how to reach servers, and which configuration is theirs. */
const kept = new Set([
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_EXEC_PATH',
  'GIT_PROXY_COMMAND',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'GIT_SSL_CERT',
  'GIT_SSL_KEY',
  'GIT_SSL_NO_VERIFY',
])

const set = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LFS_SKIP_SMUDGE: '1',
}

/**
 * An environment in which git reads the repository it is asked about, speaks English, writes nothing to it, asks
 * nothing, and speaks the given protocols only (none: it cannot be led to fetch what is missing).
 */
export function gitEnvironment(given: NodeJS.ProcessEnv, protocols: readonly string[]): NodeJS.ProcessEnv {
  const own = Object.entries(given).filter(([name]) => {
    const known = name.toUpperCase()
    return !known.startsWith('GIT_') || kept.has(known)
  })
  return { ...Object.fromEntries(own), ...set, GIT_ALLOW_PROTOCOL: protocols.join(':') || 'none' }
}

/**
 * Configuration that goes before a repository's own, as arguments: what would run a program, turned off. What only some
 * commands do needs their own options: `--no-ext-diff --no-textconv`, and filters, see `filtersOff`.
 */
export const harmless: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'diff.external=',
  'gc.auto=0',
  'log.showSignature=false',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting])
