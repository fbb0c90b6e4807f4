import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { HeddleError } from '../../src/core/errors.ts'
import { openText } from '../../src/formats/open-text.ts'
import type { Block, ReplayRequest } from './request.ts'

const typed = z.looseObject({ type: z.string() })
const block = z.custom<Block>((value) => typed.safeParse(value).success)
const tool = z.custom<ReplayRequest['tools'][number]>(
  (value) => z.looseObject({ name: z.string() }).safeParse(value).success,
)
const systemPart = z.looseObject({ type: z.literal('text'), text: z.string() })

const requestShape = z.object({
  session: z.string(),
  call: z.number(),
  tools: z.array(tool).default([]),
  system: z.union([z.string(), z.array(systemPart)]).default(''),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(block) })),
  expects: z.array(z.object({ lines: z.array(z.string()) })).default([]),
})

/** Writes requests as lines of JSON, and passes them on. */
export async function writeRequests(path: string, requests: AsyncIterable<ReplayRequest>): Promise<void> {
  const lines = async function* (): AsyncIterable<string> {
    for await (const { session, call, tools, system, messages, expects } of requests) {
      const plain = messages.map(({ role, content }) => ({ role, content }))
      yield `${JSON.stringify({ session, call, tools, system, messages: plain, expects })}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}

/** The requests of a file that `writeRequests` or another tool wrote. Throws on a line that is none. */
export async function* readRequests(path: string): AsyncIterable<ReplayRequest> {
  const source = await openText(path)
  for await (const { number, text } of source.lines()) {
    const { data, error } = requestShape.safeParse(parse(text))
    if (!data) {
      const field = error.issues[0]?.path.join('.') || 'the whole line'
      throw new HeddleError('request-unreadable', `Line ${number} of ${path} is no request: look at ${field}.`)
    }
    yield data as ReplayRequest
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
