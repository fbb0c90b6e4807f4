import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { HeddleError } from '../../src/core/errors.ts'

const line = z.number().int().positive()
const taskSchema = z.object({
  id: z.string(),
  /** The commit at which the repository stood. */
  base: z.string().regex(/^[0-9a-f]{40,64}$/),
  query: z.string(),
  /** The files that the change touched. */
  gold: z.array(z.string()).min(1),
  /** Where it touched them: lines at `base`, both ends included. */
  hunks: z.record(z.string(), z.array(z.tuple([line, line]))),
})

/** Something that was done to a repository, and what it needed. */
export type Task = z.infer<typeof taskSchema>

/** The tasks in a file of JSON lines. Throws where a line is none. */
export async function tasksIn(file: string): Promise<readonly Task[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new HeddleError(
      'tasks-missing',
      `There is no file ${file}. Name the folder with the tasks, one file for each repository.`,
    )
  })
  return text
    .split('\n')
    .filter((each) => each.trim() !== '')
    .map((each, at) => {
      const parsed = taskSchema.safeParse(JSON.parse(each))
      if (parsed.success) return parsed.data
      throw new HeddleError('not-a-task', `${file}, line ${at + 1}: ${z.prettifyError(parsed.error)}`)
    })
}
