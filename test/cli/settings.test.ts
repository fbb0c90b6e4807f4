import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
})
afterEach(() => sh.remove())

const from = async (key: string): Promise<unknown> =>
  JSON.parse((await sh.heddle(['config', 'get', key, '--json'])).out)

describe('config', () => {
  it('says which of the four levels a value comes from', async () => {
    await sh.heddle(['say', '--new', 'x'])
    expect(await from('tokenBuffer')).toEqual({ key: 'tokenBuffer', value: 1024, from: 'default' })
    await sh.heddle(['config', 'set', 'tokenBuffer', '1', '--user'])
    expect(await from('tokenBuffer')).toMatchObject({ value: 1, from: 'user' })
    await sh.heddle(['config', 'set', 'tokenBuffer', '2'])
    expect(await from('tokenBuffer')).toMatchObject({ value: 2, from: 'workspace' })
    await sh.heddle(['config', 'set', 'tokenBuffer', '3', '--conversation'])
    expect(await from('tokenBuffer')).toMatchObject({ value: 3, from: 'conversation' })
    await sh.heddle(['config', 'unset', 'tokenBuffer', '--conversation'])
    expect(await from('tokenBuffer')).toMatchObject({ value: 2, from: 'workspace' })
    const list = JSON.parse((await sh.heddle(['config', 'list', '--user', '--json'])).out)
    expect(list).toEqual([{ key: 'tokenBuffer', value: 1, from: 'user' }])
  })

  it('works for the user outside of a workspace', async () => {
    expect(await sh.heddle(['config', 'get', 'model'], { cwd: '/' })).toMatchObject({
      code: 0,
      out: 'anthropic:claude-sonnet-4-5\n',
    })
    expect((await sh.heddle(['config', 'set', 'tokenBuffer', '1'], { cwd: '/' })).code).toBe(1)
  })

  it.each([
    ['tokenBufer', '1', 'Did you mean tokenBuffer?'],
    ['tokenBuffer', 'much', 'a whole number'],
    ['shares.history', '2', '1 or less'],
    ['__proto__', '1', 'no setting'],
    ['models.__proto__.window', '1', 'refused'],
    ['model', 'bare', 'provider:model'],
  ])('refuses %s = %s as wrong usage, and writes nothing', async (key, value, message) => {
    expect(await sh.heddle(['config', 'set', key, value])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(message),
    })
    await expect(readFile(join(sh.folder, '.heddle', 'config.json'))).rejects.toThrow()
  })

  it('refuses a model that nothing is known about, until its window is set', async () => {
    expect((await sh.heddle(['config', 'set', 'model', 'local:mine'])).code).toBe(1)
    await sh.heddle(['config', 'set', 'models.local:mine.window', '32768'])
    expect((await sh.heddle(['config', 'set', 'model', 'local:mine'])).code).toBe(0)
  })

  it('says of what only the person may decide whether it holds', async () => {
    const config = async (...line: string[]) => await sh.heddle(['config', ...line])
    const unheld = { err: expect.stringContaining('heddle config trust') }
    const held = { err: expect.not.stringContaining('heddle config trust') }
    expect(await config('set', 'tools.run_command', 'allow')).toMatchObject(held)
    await writeFile(join(sh.folder, '.heddle', 'config.json'), '{"tools": {"run_command": "allow"}}')
    await writeFile(join(sh.folder, 'xdg', 'heddle', 'trusted.json'), '{}')
    expect(await config('set', 'tools.write_file', 'allow')).toMatchObject(unheld)
    expect(await config('set', 'providers.mine.baseUrl', 'http://127.0.0.1:9/v1')).toMatchObject(unheld)
    expect(await config('set', 'tools.search', 'deny')).toMatchObject(held)
    for (const key of ['tools.write_file', 'tools', 'providers', 'providers.mine.baseUrl'])
      expect(await config('get', key)).toMatchObject(unheld)
    for (const key of ['tools.search', 'tokenBuffer']) expect(await config('get', key)).toMatchObject(held)
    expect(await from('tools.run_command')).toMatchObject({ from: 'workspace', holds: false })
    const set = await config('set', 'tools.write_file', 'allow', '--json')
    expect(JSON.parse(set.out)).toMatchObject({ from: 'workspace', holds: false })
    expect(await config('set', 'tools.write_file', 'allow', '--user')).toMatchObject(held)
    await config('trust')
    expect(await config('get', 'tools')).toMatchObject(held)
    expect(await config('set', 'tools.write_file', 'ask')).toMatchObject(held)
  })

  it('leaves a damaged file as it is, and says where it is damaged', async () => {
    const file = join(sh.folder, '.heddle', 'config.json')
    await writeFile(file, '{"tokenBuffer": }')
    const { code, err } = await sh.heddle(['config', 'set', 'tokenBuffer', '5'])
    expect(code).toBe(1)
    expect(err).toContain(`${file}: this is not JSON at line 1, column 17.`)
    expect(await readFile(file, 'utf8')).toBe('{"tokenBuffer": }')
  })
})

describe('agents', () => {
  it('are made, listed, selected and deleted', async () => {
    await sh.heddle(['say', '--new', 'x'])
    await sh.heddle([
      'agent',
      'create',
      'reviewer',
      '--model',
      'openai:gpt-4o',
      '--system',
      'You review.',
      '--permission',
      'loom_aware',
    ])
    expect((await sh.heddle(['agent', 'create', 'reviewer'])).code).toBe(2)
    await sh.heddle(['agent', 'select', 'reviewer'])
    const [listed] = JSON.parse((await sh.heddle(['agent', 'list', '--json'])).out)
    expect(listed).toMatchObject({
      name: 'reviewer',
      model: 'openai:gpt-4o',
      permissions: ['loom_aware'],
      selected: true,
    })
    expect(JSON.parse((await sh.heddle(['show', '--json'])).out)).toMatchObject({
      agent: listed.id,
      measure: 'o200k_base',
    })
    expect((await sh.heddle(['agent', 'show', 'reviewer'])).out).toContain('You review.')
    expect((await sh.heddle(['agent', 'delete', 'reviewer'])).err).toContain('1 conversation')
    expect(JSON.parse((await sh.heddle(['show', '--json'])).out)).toMatchObject({ agent: null })
  })

  it('that are not known are an error with the nearest name', async () => {
    await sh.heddle(['agent', 'create', 'reviewer'])
    const { code, err } = await sh.heddle(['agent', 'show', 'reveiwer'])
    expect(code).toBe(1)
    expect(err).toContain('Did you mean "reviewer"?')
  })

  it('have a model that is known, and permissions there are', async () => {
    expect((await sh.heddle(['agent', 'create', 'a', '--model', 'openai:nothing'])).code).toBe(1)
    expect((await sh.heddle(['agent', 'create', 'a', '--permission', 'root'])).code).toBe(2)
    expect((await sh.heddle(['agent', 'select'])).code).toBe(2)
  })
})
