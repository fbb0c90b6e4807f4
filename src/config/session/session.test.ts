import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReplyPart } from '../../testing/provider/reply.ts'
import { startProvider } from '../../testing/provider/start-provider.ts'
import { openWorkspace, type WorkspaceOptions } from '../library/open-workspace.ts'
import { initWorkspace } from '../open.ts'
import { findWorkspace } from '../workspace.ts'
import { isOwnerAlive, processOwner } from './owner.ts'
import { changeWorkspaceSettings, isTrusted, trust } from './trusted.ts'

let folder = ''
let root = ''
let env: { readonly [name: string]: string | undefined } = {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-session-'))
  root = join(folder, 'work')
  env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }
  await mkdir(join(folder, 'config', 'heddle'), { recursive: true })
  await mkdir(root)
  await initWorkspace(root)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** One turn in which the model makes a call, and then says what it got. */
async function turn(call: Omit<Extract<ReplyPart, { kind: 'tool-call' }>, 'kind'>, options: WorkspaceOptions = {}) {
  const provider = await startProvider({
    script: ({ messages }) => {
      const last = messages.at(-1)
      return last?.role === 'tool'
        ? { kind: 'answer', parts: [{ kind: 'text', text: `I got: ${last.text}` }] }
        : { kind: 'answer', parts: [{ kind: 'tool-call', ...call }] }
    },
  })
  const settings = {
    model: 'loop:x',
    models: { 'loop:x': { window: 32_000 } },
    providers: { loop: { api: 'anthropic', baseUrl: `${provider.url}/v1` } },
  }
  await writeFile(join(folder, 'config', 'heddle', 'config.json'), JSON.stringify(settings))
  const workspace = await openWorkspace(root, { env, ...options })
  try {
    const result = await (await workspace.begin()).send('Do it.')
    return { said: JSON.stringify(result.parts), run: result.run }
  } finally {
    await workspace.close()
    await provider.close()
  }
}

describe('a result with a secret', () => {
  const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`

  it('is withheld where nobody can be asked', async () => {
    await writeFile(join(root, '.env'), `TOKEN=${key}\n`)
    const { said } = await turn({ name: 'read_file', input: { path: '.env' } })
    expect(said).toContain('withheld')
    expect(said).not.toContain(key)
  })

  it('goes where the person agrees', async () => {
    await writeFile(join(root, '.env'), `TOKEN=${key}\n`)
    const asked: string[] = []
    const { said } = await turn(
      { name: 'read_file', input: { path: '.env' } },
      {
        approve: async ({ about }) => {
          asked.push(about)
          return 'once'
        },
      },
    )
    expect(asked).toHaveLength(1)
    expect(said).toContain(key)
  })
})

describe('settings that came with the workspace', () => {
  it('allow no tool by themselves, and do once the person confirmed them', async () => {
    const file = join(root, '.heddle', 'config.json')
    await writeFile(file, JSON.stringify({ tools: { run_command: 'allow' } }))
    const command = { name: 'run_command', input: { command: 'echo done > made.txt' } }
    await turn(command)
    await expect(readFile(join(root, 'made.txt'))).rejects.toThrow()
    await trust(env, root, { tools: { run_command: 'allow' } })
    await turn(command)
    expect(await readFile(join(root, 'made.txt'), 'utf8')).toBe('done\n')
  })

  it('may make a tool stricter', async () => {
    await writeFile(join(root, '.heddle', 'config.json'), JSON.stringify({ tools: { read_file: 'deny' } }))
    await writeFile(join(root, 'a.txt'), 'hello')
    const { said } = await turn({ name: 'read_file', input: { path: 'a.txt' } })
    expect(said).toContain('There is no tool')
  })

  it('do not say where a provider is, until the person confirmed them', async () => {
    const elsewhere = { providers: { loop: { baseUrl: 'http://127.0.0.1:9/v1' } } }
    await writeFile(join(root, '.heddle', 'config.json'), JSON.stringify(elsewhere))
    await expect(turn({ name: 'read_file', input: {} })).rejects.toMatchObject({ code: 'untrusted-provider' })
  })

  it('stay confirmed when the person changes them, and only then', async () => {
    const paths = await findWorkspace(root)
    await changeWorkspaceSettings(env, paths, () => ({ tools: { search: 'deny' } }))
    expect(await isTrusted(env, root, { tools: { search: 'deny' } })).toBe(true)
    expect(await isTrusted(env, root, { tools: { search: 'allow' } })).toBe(false)
    await writeFile(paths.settings, JSON.stringify({ tools: { run_command: 'allow' } }))
    await changeWorkspaceSettings(env, paths, (settings) => ({ ...settings, tokenBuffer: 2000 }))
    expect(await isTrusted(env, root, { tools: { run_command: 'allow' } })).toBe(false)
  })
})

it('always means from now on, in this workspace', async () => {
  const command = { name: 'run_command', input: { command: 'echo hi' } }
  const first = await turn(command, { approve: async () => 'always' })
  expect(first.said).toContain('hi')
  const second = await turn(command)
  expect(second.said).toContain('hi')
})

it('a process knows itself, and one that is gone', () => {
  expect(isOwnerAlive(processOwner())).toBe(true)
  const [host] = processOwner().split(' ')
  expect(isOwnerAlive(`${host} ${process.pid} 1`)).toBe(false)
  expect(isOwnerAlive(`${host} 999999999 1`)).toBe(false)
  expect(isOwnerAlive('elsewhere 1 1')).toBe(true)
})
