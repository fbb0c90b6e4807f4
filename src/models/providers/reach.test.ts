import { describe, expect, it } from 'vitest'
import { modelTable } from '../table/table.ts'
import { ProviderRefused, UnknownProvider } from './errors.ts'
import { knownProviders, reachProvider } from './reach.ts'
import { providerSettingsSchema } from './settings.ts'

describe('reachProvider', () => {
  it('knows a way to every provider of the table', () => {
    for (const { facts } of modelTable) expect(reachProvider(facts.provider).baseUrl).toMatch(/^https?:\/\/.*[^/]$/)
    expect(knownProviders()).toEqual(expect.arrayContaining(['ollama', 'llamacpp', 'lmstudio', 'vllm', 'openrouter']))
  })

  it('says what to set for one that nobody knows', () => {
    expect(() => reachProvider('acme')).toThrow(UnknownProvider)
    expect(() => reachProvider('constructor')).toThrow(/"providers":\{"constructor":\{"baseUrl"/)
  })

  it('adds a provider by its address alone, without a key', () => {
    expect(reachProvider('acme', { acme: { baseUrl: 'https://acme.example/v1/' } })).toEqual({
      api: 'chat-completions',
      baseUrl: 'https://acme.example/v1',
      keyFrom: null,
    })
  })

  it('sends a built-in key to the built-in address only', () => {
    expect(reachProvider('openai', { openai: { headers: { 'x-title': 'Heddle' } } }).keyFrom).toBe('OPENAI_API_KEY')
    expect(reachProvider('openai', { openai: { baseUrl: 'https://elsewhere.example/v1' } }).keyFrom).toBeNull()
    const named = { baseUrl: 'https://elsewhere.example/v1', keyFrom: 'OPENAI_API_KEY' }
    expect(reachProvider('openai', { openai: named })).toMatchObject({ api: 'responses', keyFrom: 'OPENAI_API_KEY' })
  })

  it.each(['http://localhost:1/v1', 'http://127.9.9.9/v1', 'http://[::1]:8/v1'])(
    'takes plain http on this machine: %s',
    (baseUrl) => {
      expect(reachProvider('acme', { acme: { baseUrl } }).baseUrl).toBe(baseUrl)
    },
  )

  it.each([
    'http://192.168.1.5:11434/v1',
    'http://localhost.example/v1',
    'http://127.0.0.1.example/v1',
    'http://0.0.0.0/v1',
  ])('takes plain http to others only where the setting says so: %s', (baseUrl) => {
    expect(() => reachProvider('ollama', { ollama: { baseUrl } })).toThrow(ProviderRefused)
    expect(reachProvider('ollama', { ollama: { baseUrl, insecure: true } }).baseUrl).toBe(baseUrl)
  })
})

describe('the setting providers', () => {
  const check = (setting: unknown) => providerSettingsSchema.safeParse({ acme: setting })

  it('takes addresses, names of variables and plain headers', () => {
    const setting = {
      api: 'anthropic',
      baseUrl: 'https://acme.example/v1',
      keyFrom: 'ACME_KEY',
      headers: { 'X-Title': 'Heddle' },
      insecure: false,
    }
    expect(check(setting).data).toEqual({ acme: setting })
    expect(check({ keyFrom: null }).success).toBe(true)
  })

  const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'
  it.each([
    { keyFrom: secret },
    { keyFrom: 'AIzaSyA1234567890abcdefghijklmnop' },
    { key: secret },
    { headers: { Authorization: 'Bearer x' } },
    { headers: { 'x-api-key': 'x' } },
    { headers: { 'x-other': secret } },
    { headers: { 'x-other': 'Bearer x' } },
    { headers: { 'x-other': 'a\r\nx-evil: 1' } },
    { headers: { 'bad name': 'x' } },
    { baseUrl: `https://user:${secret}@acme.example/v1` },
    { baseUrl: `https://acme.example/v1?key=${secret}` },
    { baseUrl: 'file:///etc/passwd' },
    { api: 'telnet' },
  ])('refuses keys and what it does not know, and repeats no value: %j', (setting) => {
    const { error } = check(setting)
    expect(error?.issues.length).toBeGreaterThan(0)
    expect(JSON.stringify(error?.issues)).not.toContain(secret)
  })

  it('refuses names that could not stand in front of a model', () => {
    for (const name of ['', 'A', 'a:b', 'a/b'])
      expect(providerSettingsSchema.safeParse(JSON.parse(`{"${name}": {}}`)).success).toBe(false)
  })
})
