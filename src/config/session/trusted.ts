import { chmod, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { digestJson } from '../../core/content/digest.ts'
import { FileProblem, systemCode } from '../errors.ts'
import type { SettingsOfLevel } from '../settings/settings.ts'
import { changeSettings, readSettings } from '../settings/settings-file.ts'
import { type Environment, trustFile } from '../user-files.ts'
import type { WorkspacePaths } from '../workspace.ts'
import { writeAtomically } from '../write/atomic.ts'

const schema = z.record(z.string(), z.string())

/** What a workspace's settings may decide only with the person's consent: what tools do by themselves, and where keys go. */
type Delicate = Pick<SettingsOfLevel, 'tools' | 'providers'>

/**
 * Whether the person of this machine said what a workspace's settings say of tools and providers. A folder that came from
 * somebody else may bring settings of its own: these hold only where they take away.
 */
export async function isTrusted(env: Environment, root: string, settings: Delicate): Promise<boolean> {
  if (settings.tools === undefined && settings.providers === undefined) return true
  return (await readTrusted(env))[root] === digestOf(settings)
}

/** Remembers that the person said so, in a file of their own. Throws FileProblem. */
export async function trust(env: Environment, root: string, settings: Delicate): Promise<void> {
  const file = trustFile(env)
  const before = await readTrusted(env)
  const { tools, providers } = settings
  if (before[root] === undefined && tools === undefined && providers === undefined) return
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new FileProblem(dirname(file), error)
  })
  await writeAtomically(file, `${JSON.stringify({ ...before, [root]: digestOf(settings) }, null, 2)}\n`)
  await chmod(file, 0o600).catch(() => undefined)
}

/**
 * Changes the settings of a workspace in the name of the person. What they say of tools and providers stays confirmed where it
 * was before. Throws as `changeSettings` does.
 */
export async function changeWorkspaceSettings(
  env: Environment,
  { root, settings: file }: Pick<WorkspacePaths, 'root' | 'settings'>,
  change: (settings: SettingsOfLevel) => unknown,
): Promise<void> {
  const wasTrusted = await isTrusted(env, root, await readSettings(file))
  await changeSettings(file, change)
  if (wasTrusted) await trust(env, root, await readSettings(file))
}

/** By the root of the workspace; nothing where the file is missing or damaged, which only takes consent away. */
async function readTrusted(env: Environment): Promise<{ readonly [root: string]: string }> {
  const text = await readFile(trustFile(env), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '{}'
    throw new FileProblem(trustFile(env), error)
  })
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

function digestOf({ tools, providers }: Delicate): string {
  return digestJson({ tools: { ...tools }, providers: JSON.parse(JSON.stringify(providers ?? {})) })
}
