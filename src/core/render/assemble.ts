import type { Digest } from '../content/digest.ts'
import type { Json } from '../content/json.ts'
import type { AuthorType, Part } from '../content/part.ts'
import type { ContextPlan } from '../context-plan.ts'
import type { Kept, Marker } from '../decision.ts'
import type { Section } from '../form.ts'
import { contentOf, ToolDefinitionInvalid } from './contents.ts'
import { markerText } from './marker.ts'
import { blankLine, groupParts, type Piece, placePieces } from './merge.ts'
import type { Prompt, Role, ToolDefinition } from './message.ts'
import { repairParts } from './pairs.ts'

/**
 * A plan of a dialogue with its contents: tools and system text apart, everything else as messages in sending order. A
 * node of the path speaks in its author's role; anything else that is sent, whoever wrote it, is the user's. Never two
 * neighbours of one role, and every tool call has its result directly behind it. Throws `ContentMissing` where a
 * content is not among those given, and `ToolDefinitionInvalid`.
 */
export function assemble(plan: Pick<ContextPlan, 'kept'>, contents: ReadonlyMap<Digest, readonly Part[]>): Prompt {
  const tools: ToolDefinition[] = []
  const system: string[] = []
  const spoken: (Kept | Marker)[] = []
  for (const entry of plan.kept) {
    if (entry.kind === 'kept' && entry.section === 'tools') tools.push(toolOf(entry, contentOf(entry, contents)))
    else if (entry.kind === 'kept' && entry.section === 'system') system.push(...textsOf(contentOf(entry, contents)))
    else spoken.push(entry)
  }
  const pieces = spoken.map((entry, at) => pieceOf(entry, spoken[at + 1], contents))
  const { sent } = repairParts(placePieces(pieces))
  return { tools, system: joinSystem(system), messages: groupParts(sent) }
}

/** System texts as one: each trimmed, blanks dropped, joined by a blank line. Null where nothing is left. */
export function joinSystem(texts: readonly string[]): string | null {
  const joined = texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(blankLine)
  return joined === '' ? null : joined
}

/** The role in which an author of the path speaks; tools answer as the user. */
export function roleOf(author: AuthorType | undefined): Role {
  if (author === 'model') return 'assistant'
  return author === 'system' ? 'system' : 'user'
}

function pieceOf(
  entry: Kept | Marker,
  next: Kept | Marker | undefined,
  contents: ReadonlyMap<Digest, readonly Part[]>,
): Piece {
  const edge = endsSection(entry, next)
  if (entry.kind === 'marker') return { role: 'user', parts: [{ kind: 'text', text: markerText(entry) }], edge }
  return { role: speaker(entry), parts: contentOf(entry, contents), node: entry.id, edge }
}

function speaker(entry: Kept | Marker): Role {
  if (entry.kind === 'marker') return 'user'
  return isOnPath(entry) ? roleOf(entry.author) : 'user'
}

/**
 * Whether a section ends here that a later call can send again. What was retrieved changes from call to call. The input
 * is history in the next turn, so no edge may part texts of the two that meet.
 */
function endsSection(entry: Kept | Marker, next: Kept | Marker | undefined): boolean {
  if (next === undefined) return true
  if (sectionOf(entry) === sectionOf(next) || sectionOf(entry) === 'retrieved') return false
  return !(isOnPath(entry) && isOnPath(next) && speaker(entry) === speaker(next))
}

function sectionOf(entry: Kept | Marker): Section {
  return entry.kind === 'marker' ? 'history' : entry.section
}

function isOnPath(entry: Kept | Marker): boolean {
  const section = sectionOf(entry)
  return section === 'history' || section === 'input'
}

function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.kind === 'text' || part.kind === 'file' ? [part.text] : []))
}

function toolOf(entry: Kept, parts: readonly Part[]): ToolDefinition {
  const value = parse(textsOf(parts).join(''))
  if (typeof value !== 'object' || value === null || !('name' in value) || !('inputSchema' in value)) {
    throw new ToolDefinitionInvalid(entry.id)
  }
  const { name, description, inputSchema } = value as { readonly [key: string]: Json }
  if (typeof name !== 'string' || inputSchema === undefined) throw new ToolDefinitionInvalid(entry.id)
  return typeof description === 'string' ? { name, description, inputSchema } : { name, inputSchema }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
