import type { JsonObject } from '../../src/core/content/json.ts'
import { lineWith, listFiles, readFile, search, strReplace, type ToolOutput, writeFile } from './file-tools.ts'
import { checkTypes, type Places, runTests } from './programs.ts'
import type { Call, Step } from './step.ts'

/** A message as Anthropic's Messages have it. */
export interface ExampleMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string | readonly JsonObject[]
}

/** The story as messages: every call is really made, in order, and its result follows. Stops where one ends otherwise than told. */
export function record(story: readonly Step[], places: Places): ExampleMessage[] {
  let calls = 0
  return story.flatMap((step): ExampleMessage[] => {
    if (step.kind === 'human') return [{ role: 'user', content: step.text }]
    if (step.calls.length === 0) return [{ role: 'assistant', content: step.text }]
    const made = step.calls.map((told) => {
      const call = placed(told, places)
      return { id: `toolu_${String(++calls).padStart(3, '0')}`, call, output: perform(call, places) }
    })
    const uses = made.map(({ id, call }) => ({ type: 'tool_use', id, name: call.tool, input: call.input }))
    const results = made.map(({ id, output }) => resultOf(id, output))
    return [
      { role: 'assistant', content: [{ type: 'text', text: step.text }, ...uses] },
      { role: 'user', content: results },
    ]
  })
}

/** The call with the line numbers of its place. */
function placed(call: Call, places: Places): Call {
  if (call.tool !== 'read_file' || call.at === undefined) return call
  const { path } = call.input
  const start_line = lineWith(places.copy, path, call.at.text)
  return { ...call, input: { path, start_line, end_line: start_line + call.at.lines - 1 } }
}

function perform(call: Call, places: Places): ToolOutput {
  const output = outputOf(call, places)
  if (output.isError === (call.ends === 'badly')) return output
  throw new Error(
    `The story needs this call to end ${call.ends}, and it does not: change the story in scripts/example/turns.\n` +
      `${call.tool} ${JSON.stringify(call.input, null, 2)}\n${output.text}`,
  )
}

function outputOf(call: Call, places: Places): ToolOutput {
  switch (call.tool) {
    case 'list_files':
      return listFiles(places.copy, call.input)
    case 'read_file':
      return readFile(places.copy, call.input)
    case 'search':
      return search(places.copy, call.input)
    case 'str_replace':
      return strReplace(places.copy, call.input)
    case 'write_file':
      return writeFile(places.copy, call.input)
    case 'run_tests':
      return runTests(places, call.input)
    case 'check_types':
      return checkTypes(places, call.input)
    default:
      return call satisfies never
  }
}

/** A result; one that went badly is marked as an error, as tests that fail are. */
function resultOf(id: string, { text, isError }: ToolOutput): JsonObject {
  const result = { type: 'tool_result', tool_use_id: id, content: text }
  return isError ? { ...result, is_error: true } : result
}
