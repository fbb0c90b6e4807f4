import { stat } from 'node:fs/promises'
import { NoWorkspace } from '../errors.ts'
import type { Level } from '../settings/levels.ts'
import { userSettingsFile } from '../user-files.ts'
import { findWorkspace } from '../workspace.ts'
import type { PackSettings } from './settings.ts'

/**
 * What a person has set for packing, for themselves and for the workspace around a folder, if there is one. What reads settings is
 * loaded only where there are some. Throws as settings do.
 */
export async function packSettings(
  cwd: string,
  env: { readonly [name: string]: string | undefined },
  named?: string,
): Promise<PackSettings> {
  const paths = await findWorkspace(cwd, named).catch((error: unknown) => {
    if (error instanceof NoWorkspace && named === undefined) return undefined
    throw error
  })
  const files: readonly (readonly [Level['name'], string])[] = [
    ['user', userSettingsFile(env)],
    ...(paths ? [['workspace', paths.settings] as const] : []),
  ]
  const there = await Promise.all(
    files.map(
      async ([, file]) =>
        await stat(file).then(
          () => true,
          () => false,
        ),
    ),
  )
  if (!there.includes(true)) return {}
  const { readSettings } = await import('../settings/settings-file.ts')
  const { resolveSettings } = await import('../settings/levels.ts')
  const levels = await Promise.all(files.map(async ([name, file]) => ({ name, settings: await readSettings(file) })))
  return resolveSettings(levels.map(trusted)).values.pack
}

/** A folder that came from elsewhere cannot say that nobody looks for secrets in it: only the person can. */
function trusted({ name, settings }: Level): Level {
  if (name === 'user' || settings.pack?.secrets === undefined) return { name, settings }
  const { secrets: _, ...pack } = settings.pack
  return { name, settings: { ...settings, pack } }
}
