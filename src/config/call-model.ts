import type { Agent, Conversation } from '../history/conversation.ts'
import type { ModelFacts } from '../models/model-facts.ts'
import { modelAt } from '../models/providers/model-at.ts'
import { measureOfCall } from '../session/usage/measure-of-call.ts'
import { scriptCalibrator } from '../tokenizers/script/script-calibrator.ts'
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
  /** The id of the measure that sizes are counted in: the setting's, else what was learned of the model, else its own. */
  readonly measure: string
}

/** Settings, agent, model and measure of a conversation (of the branch that is named, else the one checked out), or of none yet. Throws UnknownModel, and as settings do. */
export async function callModel(
  { paths, store, engine }: Workspace,
  env: { readonly [name: string]: string | undefined },
  conversation?: Conversation,
  named: { readonly agent?: Agent | undefined; readonly model?: string | undefined; readonly branch?: string } = {},
): Promise<CallModel> {
  const settings = (await settingsOf(paths, env, conversation)).values
  const selected = conversation?.agent ?? null
  const agent =
    named.agent ?? (selected === null ? undefined : (await store.agents()).find(({ id }) => id === selected)) ?? null
  const model = modelOf(named.model ?? agent?.model ?? settings.model, settings)
  const measure = await measureOfCall(store, scriptCalibrator, {
    model,
    branch: named.branch ?? conversation?.branch ?? '',
    measure: settings.measure ?? undefined,
    now: engine.now(),
  })
  return { settings, agent, model, measure }
}

/** The facts about a model, as settings have them. Throws UnknownModel. */
export function modelOf(reference: string, { models, providers }: Settings): ModelFacts {
  return modelAt(reference, models, providers)
}
