import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The variables of a process. */
export type Environment = { readonly [name: string]: string | undefined }

/** The file of the user's settings: `heddle/config.json` in `$XDG_CONFIG_HOME` where that is absolute, else in `~/.config`. */
export function userSettingsFile(env: Environment): string {
  return join(baseFolder(env, 'XDG_CONFIG_HOME', '.config'), 'heddle', 'config.json')
}

/** What the person allowed in workspaces: `heddle/trusted.json` in the configuration folder. */
export function trustFile(env: Environment): string {
  return join(baseFolder(env, 'XDG_CONFIG_HOME', '.config'), 'heddle', 'trusted.json')
}

/** Where facts about texts are kept between runs: `heddle/facts.db` in `$XDG_CACHE_HOME` where that is absolute, else in `~/.cache`. */
export function factsFile(env: Environment): string {
  return join(baseFolder(env, 'XDG_CACHE_HOME', '.cache'), 'heddle', 'facts.db')
}

/** Where vocabularies are kept as they are in memory, so that they load faster: `heddle/vocabularies` in the cache folder. */
export function vocabularyFolder(env: Environment): string {
  return join(baseFolder(env, 'XDG_CACHE_HOME', '.cache'), 'heddle', 'vocabularies')
}

function baseFolder(env: Environment, name: string, other: string): string {
  const given = env[name]
  if (given !== undefined && isAbsolute(given)) return given
  return join(env.HOME !== undefined && isAbsolute(env.HOME) ? env.HOME : userInfo().homedir, other)
}
