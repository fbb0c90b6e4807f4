import type { AuthorType, FilePart, Part } from '../../core/content/part.ts'
import type { Branch } from '../../history/node.ts'
import type { Engine } from '../engine.ts'
import { type Started, say, startConversation } from '../say.ts'

/** For tests: a session of an agent, with the ids of its answers. */
export interface Recording extends Started {
  readonly answers: readonly string[]
}

/**
 * For tests: a person's question, then so many steps of an agent that reads two files in turn and a new one
 * at every fourth step, and edits one at every third, and at the end an answer. A file takes about 900 characters.
 */
export async function recordSession(engine: Engine, steps: number): Promise<Recording> {
  const started = await startConversation(engine, { title: 'A session', system: 'You write code.' })
  const branch: Branch = started.branch
  const answers: string[] = []
  const speak = async (author: AuthorType, parts: readonly Part[]): Promise<void> => {
    const { id } = await say(engine, branch, { author, parts })
    if (author === 'model') answers.push(id)
  }
  await speak('human', [{ kind: 'text', text: 'Make the values larger, please.' }])
  for (let step = 0; step < steps; step++) {
    const path = step % 4 === 3 ? `new${step}.ts` : step % 2 === 0 ? 'a.ts' : 'b.ts'
    const callId = `call-${step}`
    const line = lineOf(path, step % 20)
    const isEdit = step % 3 === 2
    const input = isEdit ? { path, old_text: line, new_text: `${line} + ${step}` } : { path }
    await speak('model', [{ kind: 'tool-call', callId, name: isEdit ? 'edit' : 'read', input }])
    const content = isEdit ? { kind: 'text' as const, text: 'done' } : fileOf(path)
    await speak('tool', [{ kind: 'tool-result', callId, content: [content] }])
  }
  await speak('model', [{ kind: 'text', text: 'They are larger now.' }])
  return { ...started, answers }
}

function fileOf(path: string): FilePart {
  const lines = Array.from({ length: 20 }, (_, at) => lineOf(path, at))
  return { kind: 'file', path, way: 'read', text: lines.join('\n') }
}

function lineOf(path: string, at: number): string {
  return `export const ${path.slice(0, 1)}Value${at} = ${at * 7919} // of ${path}`
}
