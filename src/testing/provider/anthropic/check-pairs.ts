import type { JsonObject } from '../../../core/content/json.ts'
import { blocksIn, textIn } from '../json-body.ts'

interface Speech {
  readonly role: string
  /** The number of its first message. */
  readonly at: number
  readonly blocks: JsonObject[]
}

/** Calls without their results directly after them, and results without their calls directly before them. */
export function unpaired(messages: readonly JsonObject[]): string | null {
  const speeches = joined(messages)
  for (const [index, speech] of speeches.entries()) {
    const fault = wrongResults(speech, speeches[index - 1]) ?? unanswered(speech, speeches[index + 1])
    if (fault !== null) return fault
  }
  return null
}

/** Messages of one role that follow each other are one to the provider. */
function joined(messages: readonly JsonObject[]): readonly Speech[] {
  const speeches: Speech[] = []
  for (const [at, { role, content }] of messages.entries()) {
    const last = speeches.at(-1)
    const blocks = blocksIn(content, 'text')
    if (last && last.role === role) last.blocks.push(...blocks)
    else speeches.push({ role: textIn(role), at, blocks: [...blocks] })
  }
  return speeches
}

function callsOf(speech: Speech | undefined): readonly string[] {
  return (speech?.blocks ?? []).filter(({ type }) => type === 'tool_use').map(({ id }) => textIn(id))
}

function unanswered(speech: Speech, next: Speech | undefined): string | null {
  const made = callsOf(speech)
  if (new Set(made).size < made.length) return `messages.${speech.at}.content: \`tool_use\` ids must be unique`
  const leading = next?.role === 'user' ? leadingResults(next) : []
  const missing = made.filter((id) => !leading.includes(id))
  return missing.length === 0
    ? null
    : `messages.${speech.at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
}

/** Only results that stand before everything else come immediately after the calls. */
function leadingResults({ blocks }: Speech): readonly string[] {
  const other = blocks.findIndex(({ type }) => type !== 'tool_result')
  return (other === -1 ? blocks : blocks.slice(0, other)).map(({ tool_use_id: id }) => textIn(id))
}

function wrongResults(speech: Speech, before: Speech | undefined): string | null {
  const made = before?.role === 'assistant' ? callsOf(before) : []
  const seen = new Set<string>()
  for (const [index, { type, tool_use_id: of }] of speech.blocks.entries()) {
    if (type !== 'tool_result') continue
    const id = textIn(of)
    if (!made.includes(id))
      return `messages.${speech.at}.content.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    if (seen.has(id))
      return `messages.${speech.at}.content.${index}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`
    seen.add(id)
  }
  return null
}
