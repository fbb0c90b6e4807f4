import { blankLine, keepParts } from '../merge.ts'
import type { Prompt, Role } from '../message.ts'
import { joinText, plainText } from '../plain-text.ts'

/** A message of text alone. */
export interface PlainMessage {
  readonly role: Role
  readonly text: string
  readonly nodes: readonly string[]
}

/** A prompt of text alone. */
export interface PlainPrompt {
  readonly system: string | null
  readonly messages: readonly PlainMessage[]
}

/**
 * A prompt for a provider that takes only text: media become placeholders, each a piece of text of its own. Where the
 * provider has no field for the system text (`systemField: false`) it is the first message.
 */
export function toPlainMessages(
  { system, messages }: Pick<Prompt, 'system' | 'messages'>,
  { systemField = true }: { readonly systemField?: boolean } = {},
): PlainPrompt {
  const plain = keepParts(messages, ({ part }) => (plainText(part) ?? '') !== '').map(({ role, parts, nodes }) => ({
    role,
    text: joinText(parts),
    nodes,
  }))
  if (systemField || system === null) return { system, messages: plain }
  const [first, ...rest] = plain
  if (first?.role !== 'system')
    return { system: null, messages: [{ role: 'system', text: system, nodes: [] }, ...plain] }
  return { system: null, messages: [{ ...first, text: system + blankLine + first.text }, ...rest] }
}
