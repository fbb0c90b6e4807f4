import { describe, expect, it } from 'vitest'
import { modelFacts } from '../find-facts.ts'
import { UnknownModel } from '../unknown-model.ts'
import { modelAt } from './model-at.ts'

describe('modelAt', () => {
  it('takes models of the table at home as modelFacts does', () => {
    for (const reference of ['anthropic:claude-sonnet-4-5', 'claude-sonnet-4-5', 'openai:gpt-4o', 'llama3.3:70b'])
      expect(modelAt(reference)).toEqual(modelFacts(reference))
  })

  it('runs open models where the reference says', () => {
    expect(modelAt('ollama:llama3.3:70b')).toMatchObject({ provider: 'ollama', name: 'llama3.3:70b', window: 131_072 })
    expect(modelAt('vllm:Qwen/Qwen3-Coder-30B')).toMatchObject({
      provider: 'vllm',
      window: 262_144,
      prices: { input: 0 },
    })
  })

  it('keeps what is the model’s own elsewhere, and drops what is of its home', () => {
    expect(modelAt('openrouter:anthropic/claude-sonnet-4-5')).toMatchObject({
      provider: 'openrouter',
      name: 'anthropic/claude-sonnet-4-5',
      window: 200_000,
      prices: null,
      cache: null,
      systemField: false,
    })
    expect(
      modelAt('gate:claude-sonnet-4-5', {}, { gate: { api: 'anthropic', baseUrl: 'https://gate.example/v1' } }),
    ).toMatchObject({ provider: 'gate', prices: null, cache: { kind: 'breakpoints' }, systemField: true })
  })

  it('takes settings for the provider over those for the bare name', () => {
    const models = { 'vllm:mine': { window: 9 }, mine: { window: 5, images: true } }
    expect(modelAt('vllm:mine', models)).toMatchObject({ provider: 'vllm', name: 'mine', window: 9, images: true })
    const priced = { 'openrouter:gpt-4o': { prices: { input: 1, output: 2 } } }
    expect(modelAt('openrouter:gpt-4o', priced).prices).toMatchObject({ input: 1, output: 2 })
  })

  it('names the whole reference where the model is not known', () => {
    expect(() => modelAt('xai:grok-99')).toThrow(expect.objectContaining({ reference: 'xai:grok-99' }))
    expect(() => modelAt('nowhere:grok-99')).toThrow(UnknownModel)
    expect(modelAt('xai:grok-99', { 'xai:grok-99': { window: 7 } })).toMatchObject({
      provider: 'xai',
      name: 'grok-99',
      window: 7,
    })
  })
})
