import fc from 'fast-check'
import type { MessageFormat } from '../../src/ai-sdk/read/formats.ts'

/** A call of a tool with what it gave back. */
interface Step {
  readonly file: number
  readonly lines: number
}

/** What a person said, what the model looked at, and what it answered; null while it has not. */
export interface ExampleTurn {
  readonly said: string
  readonly steps: readonly (readonly Step[])[]
  readonly answer: string | null
}

const text: fc.Arbitrary<string> = fc
  .tuple(fc.lorem({ maxCount: 30 }), fc.constantFrom('', ' ünïcödé', ' 漢字かな', ' 🧵🪡', '\n\n```ts\nlet x = 1\n```'))
  .map(([words, more]) => words + more)

const turn: fc.Arbitrary<ExampleTurn> = fc.record({
  said: text,
  steps: fc.array(
    fc.array(fc.record({ file: fc.nat({ max: 3 }), lines: fc.integer({ min: 1, max: 60 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    { maxLength: 3 },
  ),
  answer: text,
})

/** For tests: conversations of an agent that reads files, some of them again. The last turn may still be open. */
export const exampleTurns: fc.Arbitrary<readonly ExampleTurn[]> = fc
  .tuple(fc.array(turn, { minLength: 1, maxLength: 8 }), fc.boolean())
  .map(([turns, isOpen]) =>
    turns.map((each, at) => (isOpen && at === turns.length - 1 ? { ...each, answer: null } : each)),
  )

/** The text of a file, always the same. */
function fileText({ file, lines }: Step): string {
  return Array.from({ length: lines }, (_, at) => `const value${at} = compute(${file}, ${at})`).join('\n')
}

type Message = { readonly [key: string]: unknown }

/** Says in a provider's form what the turns say. Calls are named `call-N`, each once. */
export function exampleMessages(turns: readonly ExampleTurn[], format: MessageFormat): Message[] {
  let number = 0
  return turns.flatMap(({ said, steps, answer }) => [
    { role: 'user', content: said },
    ...steps.flatMap((step) => stepMessages[format](step.map((call) => ({ ...call, id: `call-${++number}` })))),
    ...(answer === null ? [] : [{ role: 'assistant', content: answer }]),
  ])
}

type Called = Step & { readonly id: string }

const name = 'read_file'
const inputOf = ({ file }: Step): { readonly path: string } => ({ path: `src/file-${file}.ts` })

const stepMessages: { readonly [format in MessageFormat]: (calls: readonly Called[]) => Message[] } = {
  'openai-chat': (calls) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name, arguments: JSON.stringify(inputOf(call)) },
      })),
    },
    ...calls.map((call) => ({ role: 'tool', tool_call_id: call.id, content: fileText(call) })),
  ],
  'openai-responses': (calls) => [
    {
      type: 'reasoning',
      id: `r-${calls[0]?.id}`,
      summary: [{ type: 'summary_text', text: 'Let me look.' }],
      encrypted_content: 'c2ln',
    },
    ...calls.map((call) => ({
      type: 'function_call',
      call_id: call.id,
      name,
      arguments: JSON.stringify(inputOf(call)),
    })),
    ...calls.map((call) => ({ type: 'function_call_output', call_id: call.id, output: fileText(call) })),
  ],
  anthropic: (calls) => [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Let me look.', signature: 'c2ln' },
        ...calls.map((call) => ({ type: 'tool_use', id: call.id, name, input: inputOf(call) })),
      ],
    },
    {
      role: 'user',
      content: [
        ...calls.map((call) => ({
          type: 'tool_result',
          tool_use_id: call.id,
          content: [{ type: 'text', text: fileText(call) }],
          ...(call.id === 'call-1' ? { cache_control: { type: 'ephemeral' } } : {}),
        })),
        { type: 'text', text: 'Go on.' },
      ],
    },
  ],
  'ai-sdk': (calls) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.', providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
        ...calls.map((call) => ({
          type: 'tool-call',
          toolCallId: call.id,
          toolName: name,
          input: inputOf(call),
        })),
      ],
    },
    {
      role: 'tool',
      content: calls.map((call) => ({
        type: 'tool-result',
        toolCallId: call.id,
        toolName: name,
        output: { type: 'text', value: fileText(call) },
      })),
    },
  ],
}
