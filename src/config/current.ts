import { readFile } from 'node:fs/promises'
import type { Conversation } from '../history/conversation.ts'
import type { Store } from '../stores/store.ts'
import { FileProblem, systemCode } from './errors.ts'
import type { WorkspacePaths } from './workspace.ts'
import { writeAtomically } from './write/atomic.ts'

/** The conversation that was last checked out, else the one that changed last; undefined where there is none. */
export async function currentConversation(paths: WorkspacePaths, store: Store): Promise<Conversation | undefined> {
  const id = await readFile(paths.current, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return ''
    throw new FileProblem(paths.current, error)
  })
  const kept = id.trim() === '' ? undefined : await store.conversation(id.trim())
  return kept ?? (await store.conversations())[0]
}

/** Makes a conversation the current one. Throws FileProblem. */
export async function setCurrent(paths: WorkspacePaths, conversation: string): Promise<void> {
  await writeAtomically(paths.current, `${conversation}\n`)
}
