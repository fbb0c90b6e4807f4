import type { Agent, Conversation } from '../history/conversation.ts'
import { modelFacts } from '../models/find-facts.ts'
import type { ModelFacts } from '../models/model-facts.ts'
import type { Workspace } from './open.ts'
import type { Settings } from './settings/settings.ts'
import { settingsOf } from './settings/settings-of.ts'

/** What the next call of a conversation is made with. */
export interface CallModel {
  readonly settings: Settings
  /** The one that was named, else the conversation's. */
  readonly agent: Agent | null
  /** The one that was named, else the agent's, else the setting's. */
  readonly model: ModelFacts
  /** The id of the measure that sizes are counted in: the setting's, else the model's. */
  readonly measure: string
}

/** Settings, agent, model and measure of a conversation, or of none yet. Throws UnknownModel, and as settings do. */
export async function callModel(
  { paths, store }: Workspace,
  env: { readonly [name: string]: string | undefined },
  conversation?: Conversation,
  named: { readonly agent?: Agent | undefined; readonly model?: string | undefined } = {},
): Promise<CallModel> {
  const settings = (await settingsOf(paths, env, conversation)).values
  const selected = conversation?.agent ?? null
  const agent =
    named.agent ?? (selected === null ? undefined : (await store.agents()).find(({ id }) => id === selected)) ?? null
  const model = modelOf(named.model ?? agent?.model ?? settings.model, settings)
  return { settings, agent, model, measure: settings.measure ?? model.measure }
}

/** The facts about a model, as settings have them. Throws UnknownModel. */
export function modelOf(reference: string, { models }: Settings): ModelFacts {
  return modelFacts(reference, models)
}
