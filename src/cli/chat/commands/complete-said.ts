import { mentionOf } from '../../../config/mentions/mention-text.ts'
import type { ChatHooks } from '../hooks.ts'
import type { Choice, Complete, Completions } from '../input/completion.ts'
import { chatCommands } from './chat-commands.ts'

const none: Completions = { from: 0, choices: [] }
const mostChoices = 100
/** A mention that is longer is not completed. */
const longestMention = 1000

/** A mention as far as it is typed, in quotes or not; the slash in front of its path may still be missing. */
const beginningOfMention = /(?<=^|[\s\p{Ps}\p{Pi}"'`])@(?:"\/?([^"\n]*)|\/?([^\s"]*))$/u
const changes: readonly Choice[] = [{ value: '@git-changes', about: 'what is not committed' }]

/** Completes commands and their arguments, and paths behind `@`. What cannot be looked up has no choices. */
export function completeSaid(values: ChatHooks['values']): Complete {
  const lookUp = async (from: number, choices: () => Promise<readonly Choice[]>): Promise<Completions> => {
    try {
      return { from, choices: (await choices()).slice(0, mostChoices) }
    } catch {
      return none
    }
  }
  return async (text, at) => {
    const typed = text.slice(0, at)
    const word = /\S*$/.exec(typed)?.[0] ?? ''
    const from = at - word.length
    const tail = typed.slice(-longestMention)
    const mention = beginningOfMention.exec(tail)
    if (mention) {
      const [begun, inQuotes, plain] = mention
      return await lookUp(typed.length - tail.length + mention.index, async () => {
        const paths = await values('path', inQuotes ?? plain ?? '')
        return [...changes.filter(({ value }) => value.startsWith(begun)), ...paths.flatMap(mentioned)]
      })
    }
    const command = /^\/(\S*)$/.exec(typed)
    if (command) return { from: 0, choices: namesFrom(command[1] ?? '') }
    const [, name = '', rest = ''] = /^\/(\S+)\s+([\s\S]*)$/.exec(typed) ?? []
    const kinds = chatCommands.find((each) => each.name === name)?.completes ?? []
    const kind = kinds[rest.split(/\s+/).length - 1]
    if (kind === undefined) return none
    if (typeof kind !== 'string')
      return { from, choices: kind.filter((value) => value.startsWith(word)).map((value) => ({ value })) }
    return await lookUp(from, () => values(kind, word))
  }
}

/** Paths that no mention can name are no choices. */
function mentioned({ value, ...choice }: Choice): readonly Choice[] {
  const mention = mentionOf(value)
  return mention === undefined ? [] : [{ ...choice, value: mention }]
}

function namesFrom(typed: string): Choice[] {
  return chatCommands
    .filter(({ name }) => name.startsWith(typed))
    .map(({ name, about }) => ({ value: `/${name}`, about }))
}
