import type { ReceivedRequest, Reply, Script } from '../../src/testing/testing.ts'

/** What a scripted model does: it gives an answer and is given the request that comes next. What it returns is its last answer. */
export type Steps<Result = Reply> = Generator<Reply, Result, ReceivedRequest>

/** All that a model can see: the request that was sent last. */
export interface Sight {
  request: ReceivedRequest
}

/** A provider's script that plays the steps, from the first request on. */
export function playing(steps: (sight: Sight) => Steps): Script {
  let playing: { readonly sight: Sight; readonly play: Steps } | undefined
  return (request) => {
    if (playing) {
      playing.sight.request = request
      return playing.play.next(request).value
    }
    const sight = { request }
    playing = { sight, play: steps(sight) }
    return playing.play.next(request).value
  }
}

/** Calls a tool, and gives what came of it. */
export function* use(
  sight: Sight,
  name: string,
  input: { readonly [key: string]: string | number | boolean },
): Steps<string> {
  sight.request = yield { kind: 'answer', parts: [{ kind: 'tool-call', name, input }] }
  return sight.request.messages.findLast(({ role }) => role === 'tool')?.text ?? ''
}

/** The newest message, but for the model's own, in which all of these texts stand as they are. */
export function inSight({ request }: Sight, ...texts: readonly string[]): string | undefined {
  const has = (text: string): boolean => texts.every((each) => text.includes(each))
  return request.messages.findLast(({ role, text }) => role !== 'assistant' && has(text))?.text
}

/** Lines of a file: those in sight, else they are looked for and read, with the lines around them. */
export function* see(sight: Sight, path: string, lines: string): Steps<string> {
  const held = inSight(sight, lines)
  if (held !== undefined) return held
  const [pattern = ''] = lines.split('\n')
  const found = yield* use(sight, 'search', { pattern, path })
  if (found.includes(lines)) return found
  const line = Number(/:(\d+):/.exec(found)?.[1] ?? 1)
  return yield* use(sight, 'read_file', { path, start_line: Math.max(1, line - 15), end_line: line + 25 })
}

/** Changes lines of a file once they are in sight. Gives what the tool said. */
export function* change(sight: Sight, path: string, from: string, to: string): Steps<string> {
  yield* see(sight, path, from)
  return yield* use(sight, 'replace_in_file', { path, old_text: from, new_text: to })
}

/** Runs a command. Gives what it printed. */
export function* run(sight: Sight, command: string): Steps<string> {
  return yield* use(sight, 'run_command', { command })
}
