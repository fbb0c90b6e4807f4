import type { Agent, Permission } from '../../history/conversation.ts'
import type { ModelFacts } from '../../models/model-facts.ts'

/** For tests: a model that is measured in characters. */
export const exampleModel: ModelFacts = {
  provider: 'test',
  name: 'model',
  window: 40_000,
  maxOutput: 500,
  measure: 'characters',
  exact: true,
  messageOverhead: 4,
  prices: null,
  cache: null,
  systemField: false,
  systemMidway: true,
  images: true,
}

/** For tests: an agent that may do this. */
export function agentWith(permissions: readonly Permission[], systemPrompt: string | null = 'You are Ada.'): Agent {
  const unset = { temperature: null, maxTokens: null, createdAt: 0 }
  return { id: 'agent', name: 'Ada', model: 'test:model', permissions, systemPrompt, ...unset }
}
