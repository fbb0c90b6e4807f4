import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DamagedSettings, FileProblem, systemCode } from '../errors.ts'
import { writeAtomically } from '../write/atomic.ts'
import { checkSettings } from './check.ts'
import { jsonFault } from './json-position.ts'
import type { SettingsOfLevel } from './settings.ts'

/** What a file sets; nothing where there is none. Throws DamagedSettings with line and column, UnknownSetting, InvalidSetting, FileProblem. */
export async function readSettings(path: string): Promise<SettingsOfLevel> {
  const data = await readFile(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw new FileProblem(path, error)
  })
  if (data === undefined) return {}
  return checkSettings(parse(path, data), path)
}

/**
 * Changes what a file sets, and makes it where there is none. The result is checked before anything is written, and the file is
 * replaced as a whole; a damaged one is left as it is. Throws as `readSettings` does.
 */
export async function changeSettings(path: string, change: (settings: SettingsOfLevel) => unknown): Promise<void> {
  const settings = checkSettings(change(await readSettings(path)), path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new FileProblem(dirname(path), error)
  })
  await writeAtomically(path, `${JSON.stringify(settings, null, 2)}\n`)
}

function parse(path: string, data: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw new DamagedSettings(path, 'this is not UTF-8 text.')
  }
  const fault = jsonFault(text)
  if (fault === undefined) return JSON.parse(text)
  throw new DamagedSettings(path, `this is not JSON at line ${fault.line}, column ${fault.column}.`)
}
