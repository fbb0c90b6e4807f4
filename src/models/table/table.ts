import { anthropicModels } from './anthropic.ts'
import { googleModels } from './google.ts'
import { localModels } from './local.ts'
import { openaiModels } from './openai.ts'
import { otherModels } from './others.ts'
import type { ModelRow } from './row.ts'

/** The day on which the table was compared with its sources. */
export const tableAsOf = '2026-11-21'

/** What is known of models without being told. Settings override it. */
export const modelTable: readonly ModelRow[] = [
  ...anthropicModels,
  ...openaiModels,
  ...googleModels,
  ...otherModels,
  ...localModels,
]

/** Names that stand for a provider in front of a model's name, and the provider they mean. */
export const providerNames: ReadonlyMap<string, string> = new Map([
  ...modelTable.map(({ facts }): [string, string] => [facts.provider, facts.provider]),
  ...modelTable.flatMap(({ maker }): [string, string][] => (maker === undefined ? [] : [[maker, maker]])),
  ['gemini', 'google'],
  ['mistralai', 'mistral'],
  ['alibaba', 'qwen'],
  ['ollama', 'local'],
])
