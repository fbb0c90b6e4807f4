import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { HeddleError } from '../../src/core/errors.ts'
import { openText } from '../../src/formats/open-text.ts'
import { type Session, sessionsIn } from './session.ts'

/** The folder that is read where none is named. */
export const defaultFolder = '../shared/eval/transcripts'

/** All sessions in the files below a folder, by path. Files that are no sessions are passed over. Throws where there is no folder. */
export async function sessionsBelow(folder: string): Promise<Session[]> {
  const root = resolve(folder)
  const found = await stat(root).catch(() => undefined)
  if (!found?.isDirectory()) {
    throw new HeddleError('folder-missing', `There is no folder ${folder}. Name the folder with the recorded sessions.`)
  }
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sessions: Session[] = []
  for (const file of files.sort()) {
    const name = relative(root, file).split(sep).join('/')
    sessions.push(...(await sessionsIn(await openText(file), name)))
  }
  return sessions
}
