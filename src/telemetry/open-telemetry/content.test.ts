import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { describe, expect, it } from 'vitest'
import { exampleEvents, exampleTrace, secret } from '../example-events.ts'
import { openTelemetryListener } from './listener.ts'

/** A listener on the real SDK, and what was exported. */
function listening() {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  return { listen: openTelemetryListener({ tracerProvider, content: true }), spans: () => exporter.getFinishedSpans() }
}

const named = (spans: readonly ReadableSpan[], name: string) => spans.filter((span) => span.name === name)

describe('spans with content', () => {
  it('hold what was said in the form of the conventions where it is asked for', () => {
    const { listen, spans } = listening()
    const prompt = {
      messages: [
        { role: 'system' as const, content: 'Be brief.' },
        { role: 'user' as const, content: 'Go on.' },
        {
          role: 'assistant' as const,
          content: [{ type: 'tool-call' as const, toolCallId: 'a', toolName: 'act', input: { how: 'well' } }],
        },
        {
          role: 'tool' as const,
          content: [
            {
              type: 'tool-result' as const,
              toolCallId: 'a',
              toolName: 'act',
              output: { type: 'text' as const, value: 'ok' },
            },
          ],
        },
        { role: 'user' as const, content: [{ type: 'image' as const, image: 'AAAA', mediaType: 'image/png' }] },
      ],
      tools: [{ type: 'function' as const, name: 'act', inputSchema: { type: 'object' as const } }],
    }
    for (const event of exampleEvents) listen(event.kind === 'call-start' ? { ...event, prompt } : event)
    const json = (span: ReadableSpan | undefined, name: string) => JSON.parse(String(span?.attributes[name]))
    const [call] = named(spans(), 'chat claude-example')
    expect(json(call, 'gen_ai.system_instructions')).toEqual([{ type: 'text', content: 'Be brief.' }])
    expect(json(call, 'gen_ai.input.messages')).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Go on.' }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'act', arguments: { how: 'well' } }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'a', response: 'ok' }] },
      { role: 'user', parts: [{ type: 'omitted', modality: 'image', mime_type: 'image/png', length: 4 }] },
    ])
    expect(json(call, 'gen_ai.tool.definitions')).toEqual([
      { type: 'function', name: 'act', parameters: { type: 'object' } },
    ])
    expect(json(call, 'gen_ai.output.messages')).toMatchObject([
      {
        role: 'assistant',
        finish_reason: 'tool_call',
        parts: [
          { type: 'text', content: secret },
          { type: 'reasoning', content: secret },
          { type: 'tool_call' },
          {},
          {},
        ],
      },
    ])
    const [turn] = named(spans(), 'invoke_agent Scout')
    expect(json(turn, 'gen_ai.input.messages')).toMatchObject([{ role: 'user' }])
    expect(turn?.status.message).toBe(secret)
    const [tool] = named(spans(), 'execute_tool write_file')
    expect(json(tool, 'gen_ai.tool.call.arguments')).toEqual(exampleTrace.input)
    expect(json(tool, 'gen_ai.tool.call.result')).toEqual([{ type: 'text', content: secret }])
  })
})
