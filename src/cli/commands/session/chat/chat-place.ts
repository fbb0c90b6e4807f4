import type { Workspace } from '../../../../config/open.ts'
import { openSession } from '../../../../config/session/open-session.ts'
import { titled } from '../../../../config/session/titled.ts'
import { type TurnOptions, turnRequest } from '../../../../config/session/turn.ts'
import type { Part } from '../../../../core/content/part.ts'
import type { Session } from '../../../../session/turn/session.ts'
import type { TurnRequest } from '../../../../session/turn/turn-request.ts'
import type { PricesOf } from '../../../../session/usage/usage-report.ts'
import type { Listener } from '../../../../telemetry/event.ts'
import type { Person } from '../../../chat/hooks.ts'
import { branchToWrite, type Place, placeOf } from '../../../read/place.ts'

/** Where a chat is, and what it is made with; the model may be changed while it lasts. */
export interface ChatPlace {
  readonly workspace: Workspace
  /** The id of the conversation. */
  readonly conversation: string
  readonly options: TurnOptions
  readonly tools: boolean
  readonly listeners: readonly Listener[]
  readonly pricesOf: PricesOf
  /** `provider:model`; undefined for the one by the settings. */
  model: string | undefined
}

/** The place in the store as it is now. */
export async function placeNow({ workspace, conversation }: ChatPlace): Promise<Place> {
  return await placeOf(workspace, conversation)
}

/** A session for one turn, with the person at the terminal. */
export function sessionFor({ workspace, tools, listeners }: ChatPlace, { approve }: Pick<Person, 'approve'>): Session {
  return openSession(workspace, { tools, listeners, ...(approve === undefined ? {} : { approve }) })
}

/** A turn from where the person is. */
export async function turnFrom(
  chat: ChatPlace,
  message: readonly Part[] | undefined,
  signal?: AbortSignal,
): Promise<TurnRequest> {
  const place = await placeNow(chat)
  const branch = await branchToWrite(chat.workspace, place)
  const conversation = await titled(chat.workspace, place.conversation, message)
  return await turnRequest(chat.workspace, { conversation, branch }, message, {
    ...chat.options,
    ...(chat.model === undefined ? {} : { model: chat.model }),
    ...(signal === undefined ? {} : { signal }),
  })
}
