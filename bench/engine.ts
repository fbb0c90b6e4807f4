import { ulid } from 'ulid'
import type { Engine } from '../src/session/engine.ts'
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts'
import { loadMeasure } from '../src/tokenizers/load-measure.ts'

export function openEngine(file: string): Engine {
  const store = sqliteStore(file) as any
  const append = store.append
  store.append = async (nodes: any, t: any) => {
    if (t.create) await store.createConversation(t.create, { ...t.branches[0], head: null })
    return append(nodes, { conversation: t.conversation, measures: t.measures, branch: t.branches.at(-1)?.id })
  }
  return { store, loadMeasure, newId: () => ulid(), now: () => Date.now() }
}
export const exactId = 'o200k_base'
export const modelReference = 'openai:gpt-4.1'
