import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { initWorkspace, openWorkspace, type Workspace } from '../src/config/open.ts'
import type { Conversation } from '../src/history/conversation.ts'
import type { Branch } from '../src/history/node.ts'
import { modelFacts } from '../src/models/find-facts.ts'
import type { CallRequest } from '../src/session/call-request.ts'

/** The workspace in a folder, opened as the command line opens it; made where there is none. Closing it is the caller's. */
export async function openBench(folder: string): Promise<Workspace> {
  const isThere = await access(join(folder, '.heddle')).then(
    () => true,
    () => false,
  )
  if (!isThere) await initWorkspace(folder)
  return await openWorkspace({ cwd: folder, named: folder, now: () => Date.now() })
}

/** The measure of all benchmarks with exact counts. */
export const exactId = 'o200k_base'

/** The next call of a conversation's branch under a budget, everything else as Heddle's defaults have it. */
export function callUnder(budget: number, conversation: Conversation, branch: Branch): CallRequest {
  return {
    conversation,
    branch,
    model: modelFacts('openai:gpt-4.1'),
    budget,
    measure: exactId,
    target: 'chat-completions',
  }
}
