import type { FilePart, Part, ToolResultPart } from '../../content/part.ts'
import { blankLine } from '../merge.ts'
import type { Message, Prompt, ToolDefinition } from '../message.ts'
import { plainText } from '../plain-text.ts'

/**
 * A prompt as a transcript to read: a heading for each message with its role and node ids, calls, results and files in
 * fences that nothing inside can close. Ends with a line break.
 */
export function toMarkdown({ tools, system, messages }: Prompt): string {
  const sections = [
    ...(tools.length === 0 ? [] : [['## tools', ...tools.map(toolText)].join(blankLine)]),
    ...(system === null ? [] : [`## system${blankLine}${system}`]),
    ...messages.map(messageText),
  ]
  return `${sections.join(blankLine)}\n`
}

/** Text in a fence that is longer than any run of backticks in it. */
export function fenced(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${fence}`
}

function toolText({ name, description, inputSchema }: ToolDefinition): string {
  const about = description === undefined ? '' : ` — ${description}`
  return `**${name}**${about}${blankLine}${fenced(JSON.stringify(inputSchema, null, 2), 'json')}`
}

function messageText({ role, parts, nodes }: Message): string {
  const heading = nodes.length === 0 ? `## ${role}` : `## ${role} · ${nodes.join(', ')}`
  return [heading, ...parts.flatMap((part) => partText(part) ?? [])].join(blankLine)
}

/** What a message says, without its heading. */
export function partsMarkdown(parts: readonly Part[]): string {
  return parts.flatMap((part) => partText(part) ?? []).join(blankLine)
}

function partText(part: Part): string | undefined {
  switch (part.kind) {
    case 'tool-call':
      return `**call ${part.name}** (${part.callId})${blankLine}${fenced(JSON.stringify(part.input, null, 2), 'json')}`
    case 'tool-result':
      return resultMarkdown(part)
    case 'file':
      return fileMarkdown(part)
    case 'reasoning':
      return part.text === '' ? undefined : part.text.replace(/^/gm, '> ')
    default:
      return plainText(part)
  }
}

function resultMarkdown({ name, callId, isError, filled, content }: ToolResultPart): string {
  const notes = [...(isError ? ['error'] : []), ...(filled ? ['filled'] : [])]
  const about = [callId, ...notes].join(', ')
  const pieces = content.map((part) => (part.kind === 'text' ? fenced(part.text) : partText(part)))
  const shown = pieces.length === 0 ? ['(empty)'] : pieces.flatMap((piece) => piece ?? [])
  return [`**result${name === undefined ? '' : ` of ${name}`}** (${about})`, ...shown].join(blankLine)
}

function fileMarkdown(part: FilePart): string {
  const lines = part.range === undefined ? '' : `, lines ${part.range.from}–${part.range.to}`
  const heading = `**file ${part.path}** (${part.way}${lines})`
  return part.ref !== undefined && part.text === '' ? heading : `${heading}${blankLine}${fenced(part.text)}`
}
