import type { ReceivedRequest } from './reply.ts'

/** How long a provider keeps what was marked for its cache. */
export type Lifetime = '5m' | '1h'

/** The smallest piece of a prompt that the provider's cache tells apart. */
export interface Segment {
  readonly role: 'tools' | ReceivedRequest['messages'][number]['role']
  /** Whether a message begins here. */
  readonly opens: boolean
  readonly kind: 'text' | 'call' | 'reasoning' | 'media' | 'tool'
  /** What tells the segment apart beside its text: ids, bytes that are not counted as text. */
  readonly mark: string
  readonly text: string
  /** A breakpoint of the cache after this segment. */
  readonly cache?: Lifetime
}

/** A request as the model gets it, in the order in which it gets it: tools, system, messages. */
export interface Prompt {
  readonly segments: readonly Segment[]
  readonly tools: readonly string[]
}

/** What each message takes beside its content, in tokens. */
const perMessage = 4
/** What an image, a sound or a file takes, in tokens: its bytes are not text. */
const perMedium = 1000

/** The size of a segment in tokens. */
export function sizeOf(segment: Segment, count: (text: string) => number): number {
  const beside = (segment.opens ? perMessage : 0) + (segment.kind === 'media' ? perMedium : 0)
  return beside + count(segment.text)
}

/** What was sent, in plain words. Calls stand as `name(input)`; reasoning is left out. */
export function plainMessages({ segments }: Prompt): ReceivedRequest['messages'] {
  const messages: { readonly role: ReceivedRequest['messages'][number]['role']; readonly texts: string[] }[] = []
  for (const { role, opens, kind, text } of segments) {
    if (role === 'tools') continue
    if (opens) messages.push({ role, texts: [] })
    if (kind !== 'reasoning' && text !== '') messages.at(-1)?.texts.push(text)
  }
  return messages.map(({ role, texts }) => ({ role, text: texts.join('\n') }))
}

/** The text of a call: what a model wrote to make it. */
export function callText(name: string, input: string): string {
  return `${name}(${input})`
}
