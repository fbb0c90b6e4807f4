import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { TextStreamPart, ToolSet } from 'ai'
import type { SdkTool } from '../../core/render/targets/model-message.ts'
import type { ModelCall } from '../language-model.ts'
import { type Connection, dataKey, loadClient } from './connection.ts'
import { messagesFor } from './messages.ts'

/** What the AI SDK tells of an answer. */
export type ClientEvent = TextStreamPart<ToolSet>

/** Asks through the AI SDK: one step, no retries, no downloads, nothing printed; the tools are the caller's to run. */
export async function* ask(
  connection: Connection,
  { prompt, maxOutputTokens, temperature, providerOptions = {} }: ModelCall,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): AsyncGenerator<ClientEvent, void> {
  const [{ streamText, jsonSchema, wrapLanguageModel }, client] = await Promise.all([
    import('ai'),
    loadClient(connection, fetch),
  ])
  const isResponses = connection.provider.api === 'responses'
  const key = dataKey(connection)
  const given = { ...providerOptions, [key]: { ...connection.facts.options, ...providerOptions[key] } }
  const toTool = ({ description, inputSchema, providerOptions: data }: SdkTool): ToolSet[string] => ({
    ...(description === undefined ? {} : { description }),
    inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]),
    ...(data === undefined ? {} : { providerOptions: data }),
  })
  const { stream } = streamText({
    model: wrapLanguageModel({
      model: client,
      middleware: {
        specificationVersion: 'v4',
        wrapStream: async ({ doStream }) => {
          const result = await doStream()
          return { ...result, stream: result.stream.pipeThrough(withoutWarnings()) }
        },
      },
    }),
    messages: messagesFor(connection, prompt.messages),
    allowSystemInMessages: true,
    ...(prompt.tools ? { tools: Object.fromEntries(prompt.tools.map((tool) => [tool.name, toTool(tool)])) } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    // Nothing stays with the provider: reasoning comes encrypted and goes back whole.
    providerOptions: (isResponses ? { ...given, openai: { store: false, ...given.openai } } : given) as NonNullable<
      Parameters<typeof streamText>[0]['providerOptions']
    >,
    abortSignal: signal,
    maxRetries: 0,
    include: { rawChunks: true, requestBody: false },
    // An address in the conversation goes to the provider as it is; nothing is fetched from here.
    experimental_download: async (requests) => requests.map(() => null),
    telemetry: { isEnabled: false },
    onError: () => undefined,
  })
  yield* stream
}

/** The client would print its warnings. */
function withoutWarnings(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      controller.enqueue(part.type === 'stream-start' ? { ...part, warnings: [] } : part)
    },
  })
}
