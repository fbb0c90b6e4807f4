import { describe, expect, it } from 'vitest'
import { loadMeasure } from '../tokenizers/load-measure.ts'
import { modelFacts } from './find-facts.ts'
import { safetyOf } from './model-facts.ts'
import { modelOverridesSchema } from './model-overrides.ts'
import { modelTable } from './table/table.ts'
import { UnknownModel } from './unknown-model.ts'

describe('modelFacts finds a model', () => {
  it.each([
    ['anthropic:claude-sonnet-4-5', 'claude-sonnet-4-5', 200_000],
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4.5', 200_000],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5-20250929', 200_000],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5@20250929', 200_000],
    ['claude-opus-4-20250514', 'claude-opus-4-20250514', 200_000],
    ['claude-opus-4-6', 'claude-opus-4-6', 1_000_000],
    ['gpt-4o-2024-08-06', 'gpt-4o-2024-08-06', 128_000],
    ['gpt-4o-mini', 'gpt-4o-mini', 128_000],
    ['gpt-4-0613', 'gpt-4-0613', 8192],
    ['gpt-4.1', 'gpt-4.1', 1_047_576],
    ['gemini-2.5-flash-preview-05-20', 'gemini-2.5-flash-preview-05-20', 1_048_576],
    [' OpenAI:GPT-4o ', 'GPT-4o', 128_000],
    ['llama3.3:70b', 'llama3.3:70b', 131_072],
    ['ollama:qwen3:32b', 'qwen3:32b', 40_960],
    ['Qwen/Qwen3-Coder-30B-A3B-Instruct', 'Qwen3-Coder-30B-A3B-Instruct', 262_144],
    ['meta-llama/Llama-3.3-70B-Instruct', 'Llama-3.3-70B-Instruct', 131_072],
  ])('%s', (reference, name, window) => {
    expect(modelFacts(reference)).toMatchObject({ name, window })
  })

  it('and takes a longer name before a shorter one', () => {
    expect(modelFacts('gpt-4o-mini-2024-07-18').prices?.input).toBe(0.15)
    expect(modelFacts('gpt-4-turbo-2024-04-09').window).toBe(128_000)
  })

  it.each([
    'gpt-4.7',
    'gpt-5-chat-latest',
    'claude-opus-4-9',
    'gpt-40',
    'o33',
    'openai:claude-opus-5',
    'mistral-large-5',
  ])('but not one of another version or provider: %s', (reference) => {
    expect(() => modelFacts(reference)).toThrow(UnknownModel)
  })

  it('and says what is close, and what to set, where there is none', () => {
    expect(() => modelFacts('claude-sonet-4-5')).toThrow(
      expect.objectContaining({
        code: 'unknown-model',
        reference: 'claude-sonet-4-5',
        close: expect.arrayContaining(['claude-sonnet-4-5']),
      }),
    )
    expect(() => modelFacts('claude-sonet-4-5')).toThrow(
      /claude-sonnet-4-5.*\{"models":\{"claude-sonet-4-5":\{"window":128000\}\}\}/,
    )
    expect(() => modelFacts('')).toThrow(UnknownModel)
    expect(() => modelFacts('__proto__')).toThrow(UnknownModel)
  })
})

describe('overrides', () => {
  it('correct what the table says, and leave the rest', () => {
    const facts = modelFacts('claude-sonnet-4-5', { 'claude-sonnet-4-5': { window: 1_000_000, prices: { input: 6 } } })
    expect(facts).toMatchObject({
      window: 1_000_000,
      maxOutput: 64_000,
      prices: { input: 6, output: 15 },
      systemField: true,
    })
  })

  it('reach dated names and other names of the same model', () => {
    expect(modelFacts('claude-sonnet-4-5-20250929', { 'claude-sonnet-4-5': { window: 9 } }).window).toBe(9)
    expect(modelFacts('gpt-5.6', { 'openai:gpt-5.6-sol': { window: 9 } }).window).toBe(9)
    expect(modelFacts('llama3.3:70b', { 'llama3.3': { window: 8192 } })).toMatchObject({
      window: 8192,
      maxOutput: 8192,
    })
  })

  it('win over each other by how specific they are, not by their order', () => {
    const overrides = {
      'openai:gpt-4o-2024-08-06': { window: 3 },
      'gpt-4o-2024-08-06': { window: 2 },
      'gpt-4o': { window: 1 },
    }
    expect(modelFacts('gpt-4o-2024-08-06', overrides).window).toBe(3)
    expect(modelFacts('gpt-4o', overrides).window).toBe(1)
  })

  it('of another provider or model change nothing', () => {
    const overrides = { 'google:gpt-4o': { window: 1 }, 'gpt-4o-mini': { window: 2 } }
    expect(modelFacts('gpt-4o', overrides)).toEqual(modelFacts('gpt-4o'))
  })

  it('make an unknown model known by its window alone', () => {
    const facts = modelFacts('acme:loom-1', { 'acme:loom-1': { window: 32_000 } })
    expect(facts).toMatchObject({
      name: 'acme:loom-1',
      window: 32_000,
      measure: 'estimate',
      exact: false,
      prices: null,
    })
    expect(() => modelFacts('loom-1', { 'loom-1': { maxOutput: 100 } })).toThrow(UnknownModel)
  })

  it('end exactness with another measure, unless they say otherwise', () => {
    expect(modelFacts('gpt-4o', { 'gpt-4o': { measure: 'estimate' } }).exact).toBe(false)
    expect(modelFacts('mine', { mine: { window: 9, measure: 'o200k_base', exact: true } }).exact).toBe(true)
  })

  it('are checked where they come in', () => {
    expect(modelOverridesSchema.parse({ mine: { window: 9, cache: null } })).toEqual({
      mine: { window: 9, cache: null },
    })
    for (const wrong of [
      { mine: { window: 0 } },
      { mine: { windw: 9 } },
      { mine: { prices: { input: -1 } } },
      { mine: 9 },
      [],
    ]) {
      expect(modelOverridesSchema.safeParse(wrong).success).toBe(false)
    }
  })
})

describe('safetyOf', () => {
  it('is nothing where counts are exact, else 5 % of what is not reserved, rounded up', () => {
    expect(safetyOf(modelFacts('gpt-4o'), 128_000, 1024)).toBe(0)
    expect(safetyOf(modelFacts('claude-sonnet-4-5'), 200_000, 1024)).toBe(9949)
    expect(safetyOf({ exact: false }, 100, 0)).toBe(5)
    expect(safetyOf({ exact: false }, 101, 0)).toBe(6)
    expect(safetyOf({ exact: false }, 10, 20)).toBe(0)
  })
})

describe('the table', () => {
  it('names every model once, in lower case', () => {
    const names = modelTable.flatMap((row) => row.names)
    expect(new Set(names).size).toBe(names.length)
    expect(names.every((name) => name === name.toLowerCase())).toBe(true)
  })

  it('finds each model by its own name and by its provider and name', () => {
    for (const { names, facts } of modelTable) {
      for (const name of names) {
        expect(modelFacts(name)).toEqual({ ...facts, name })
        expect(modelFacts(`${facts.provider}:${name}`)).toEqual({ ...facts, name })
      }
    }
  })

  it('holds measures that load, and sizes and prices that make sense', async () => {
    for (const { facts } of modelTable) {
      expect((await loadMeasure(facts.measure)).id).toBe(facts.measure)
      expect(facts.exact).toBe(facts.exact && facts.measure.endsWith('_base'))
      expect(facts.maxOutput).toBeLessThanOrEqual(facts.window)
      if (facts.prices) expect(facts.prices.cachedRead).toBeLessThanOrEqual(facts.prices.input)
      if (facts.cache) expect(facts.cache.readMultiplier).toBeLessThan(1)
      if (facts.cache) expect(facts.cache.kind === 'breakpoints').toBe(facts.cache.maxBreakpoints > 0)
    }
  })
})
