import { expandMentions } from '../../../../config/mentions/expand-mentions.ts'
import { writtenText } from '../../../../config/mentions/mention-text.ts'
import { HeddleError } from '../../../../core/errors.ts'
import type { Node } from '../../../../history/node.ts'
import { generate } from '../../../../session/runs/generate.ts'
import { fork } from '../../../../session/say.ts'
import { eventQueue } from '../../../../session/turn/event-queue.ts'
import { streamTurn } from '../../../../session/turn/stream-turn.ts'
import type { TurnRequest } from '../../../../session/turn/turn-request.ts'
import type { SessionEvent } from '../../../../telemetry/event.ts'
import type { ChatHooks, Person } from '../../../chat/hooks.ts'
import { freeName, goTo } from '../../../read/place.ts'
import { type ChatPlace, placeNow, sessionFor, turnFrom } from './chat-place.ts'

/** The turns of a chat: with a message, again, on, and several at once. */
export function chatTurns(chat: ChatPlace): Pick<ChatHooks, 'send' | 'retry' | 'continue' | 'generate' | 'undo'> {
  const stream = async function* (request: TurnRequest, person: Person): AsyncIterable<SessionEvent> {
    const turn = streamTurn(sessionFor(chat, person), request)
    yield* turn
    await follow(chat, request, (await turn.result).branch)
  }
  return {
    async *send(text, person) {
      const request = await turnFrom(chat, [{ kind: 'text', text }], person.signal)
      const { branch, message = [] } = request
      const { parts, notes } = await expandMentions(chat.workspace, message, {
        branch: branch.id,
        signal: person.signal,
      })
      for (const note of notes) person.tell?.(note)
      yield* stream({ ...request, message: parts }, person)
    },
    async *retry(person) {
      const last = await lastMessage(chat)
      await standAt(chat, last)
      yield* stream(await turnFrom(chat, undefined, person.signal), person)
    },
    async *continue(person) {
      if ((await placeNow(chat)).node === undefined) throw nothingSaid()
      yield* stream(await turnFrom(chat, undefined, person.signal), person)
    },
    async *generate(count, person) {
      const last = await lastMessage(chat)
      await standAt(chat, last)
      const request = await turnFrom(chat, undefined, person.signal)
      const { push, end, events } = eventQueue()
      const session = sessionFor({ ...chat, listeners: [...chat.listeners, push] }, person)
      const made = generate(session, request, count).finally(end)
      yield* events()
      await made
    },
    undo: async () => await undo(chat),
  }
}

/** An agent may have gone to another branch in a turn: the person goes with it. */
async function follow({ workspace }: ChatPlace, { branch, conversation }: TurnRequest, to: string): Promise<void> {
  const now = to === branch.id ? undefined : await workspace.store.conversation(conversation.id)
  if (now) await workspace.store.updateConversation({ ...now, branch: to })
}

/** The newest node that a person wrote, on the way to where the person is. */
async function lastMessage(chat: ChatPlace): Promise<Node> {
  const { node } = await placeNow(chat)
  const found = node?.newestHuman === undefined ? undefined : await chat.workspace.store.node(node.newestHuman)
  if (found) return found
  throw nothingSaid()
}

function nothingSaid(): HeddleError {
  return new HeddleError('nothing-yet', 'Nothing has been said here yet.')
}

/** Stands at a message: on the branch where it is the end, else on a new one, so that its next answer is a sibling. */
async function standAt(chat: ChatPlace, message: Node): Promise<void> {
  const { workspace } = chat
  const { branch, conversation, node } = await placeNow(chat)
  if (node?.id === message.id) return
  const branches = await workspace.store.branches(conversation.id)
  const made = await fork(workspace.engine, branch, freeName(branches), message.id)
  await workspace.store.updateConversation({ ...conversation, branch: made.id })
}

async function undo(chat: ChatPlace): Promise<{ readonly told: string; readonly text: string }> {
  const { workspace } = chat
  const message = await lastMessage(chat)
  const text = writtenText((await workspace.store.contents([message.content])).get(message.content) ?? [])
  const parent = message.parent === null ? undefined : await workspace.store.node(message.parent)
  if (!parent)
    throw new HeddleError(
      'no-parent',
      'This is the first message. /edit writes it anew, or begin with: heddle chat --new',
    )
  await goTo(workspace, await placeNow(chat), parent)
  return { told: `Back at ${parent.shortId}; what came after stays where it was.`, text }
}
