import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { FileProblem, systemCode } from './errors.ts'
import type { WorkspacePaths } from './workspace.ts'
import { writeAtomically } from './write/atomic.ts'

/** Where a person looks in a conversation, apart from what is stored: it changes nothing that is sent. */
export interface View {
  /** The node they went to, where no branch ends there, and the branch that was checked out then. */
  readonly at: { readonly node: string; readonly branch: string } | null
  /** The nodes that `log` and `tree` begin with, the innermost last. */
  readonly hoisted: readonly string[]
}

const views = z.record(
  z.string(),
  z.object({ at: z.object({ node: z.string(), branch: z.string() }).nullable(), hoisted: z.array(z.string()) }),
)

const nowhere: View = { at: null, hoisted: [] }

/** The view of a conversation. A file of views that is damaged counts as none: nothing hangs on it. Throws FileProblem. */
export async function readView(paths: WorkspacePaths, conversation: string): Promise<View> {
  return (await readViews(paths))[conversation] ?? nowhere
}

/** Changes the view of a conversation. Throws FileProblem. */
export async function writeView(paths: WorkspacePaths, conversation: string, view: View): Promise<void> {
  const { [conversation]: before, ...others } = await readViews(paths)
  const isNowhere = view.at === null && view.hoisted.length === 0
  if (isNowhere && before === undefined) return
  await writeAtomically(fileOf(paths), `${JSON.stringify(isNowhere ? others : { ...others, [conversation]: view })}\n`)
}

async function readViews(paths: WorkspacePaths): Promise<{ readonly [conversation: string]: View }> {
  const text = await readFile(fileOf(paths), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '{}'
    throw new FileProblem(fileOf(paths), error)
  })
  try {
    return views.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

function fileOf({ folder }: WorkspacePaths): string {
  return join(folder, 'view.json')
}
