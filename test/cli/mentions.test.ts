import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWorkspace } from '../../src/config/library/open-workspace.ts'
import type { LoopbackProvider } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { type Shell, shell } from './harness.ts'

let here: Shell
let provider: LoopbackProvider

beforeEach(async () => {
  here = await shell()
  provider = await startProvider({
    script: () => ({ kind: 'answer', parts: [{ kind: 'text', text: 'It is fine.' }] }),
  })
  const settings = {
    model: 'loop:x',
    models: { 'loop:x': { window: 32_000 } },
    providers: { loop: { api: 'anthropic', baseUrl: `${provider.url}/v1` } },
  }
  await mkdir(join(here.folder, 'xdg', 'heddle'), { recursive: true })
  await writeFile(join(here.folder, 'xdg', 'heddle', 'config.json'), JSON.stringify(settings))
  await mkdir(join(here.folder, 'src'))
  await writeFile(join(here.folder, 'src', 'a.ts'), 'export const answer = 42\n')
  expect(await here.heddle(['init'])).toMatchObject({ code: 0 })
})

afterEach(async () => {
  await provider.close()
  await here.remove()
})

const sent = (): string => JSON.stringify(provider.requests.at(-1)?.messages)

it('ask sends what a question mentions, and tells what it leaves out', async () => {
  const { code, out, err } = await here.heddle(['ask', 'Is @/src/a.ts like @/src/b.ts?', '--no-tools'])
  expect({ code, out }).toEqual({ code: 0, out: 'It is fine.\n' })
  expect(err).toContain('@/src/b.ts is left out: it is not there.\n')
  expect(sent()).toContain('Is @/src/a.ts like @/src/b.ts?')
  expect(sent()).toContain('[@/src/a.ts]')
  expect(sent()).toContain('export const answer = 42')
  expect(sent()).toContain('[@/src/b.ts is left out: it is not there]')
})

it('say keeps files as parts of the one node, and expands nothing that no person says', async () => {
  const said = async (...words: readonly string[]): Promise<unknown> => {
    const { out } = await here.heddle(['say', ...words, 'See @/src/a.ts'])
    return JSON.parse((await here.heddle(['show', out.trim(), '--json'])).out).parts
  }
  expect(await said('--new')).toEqual([
    { kind: 'text', text: 'See @/src/a.ts' },
    { kind: 'text', text: '[@/src/a.ts]' },
    { kind: 'file', path: 'src/a.ts', way: 'mention', text: 'export const answer = 42\n' },
  ])
  for (const author of ['model', 'system'])
    expect(await said('--as', author)).toEqual([{ kind: 'text', text: 'See @/src/a.ts' }])
})

it('a program’s text is expanded, and its parts go as they are', async () => {
  const env = { HOME: here.folder, XDG_CONFIG_HOME: join(here.folder, 'xdg') }
  const workspace = await openWorkspace(here.folder, { env, tools: false })
  const conversation = await workspace.begin()
  await conversation.send([{ kind: 'text', text: 'See @/src/a.ts' }])
  expect(sent()).not.toContain('answer = 42')
  await conversation.send('See @/src/a.ts')
  expect(sent()).toContain('answer = 42')
  await workspace.close()
})

it('the model may change a file that was mentioned, without reading it', async () => {
  provider.use(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { kind: 'answer', parts: [{ kind: 'text', text: 'Done.' }] }
      : {
          kind: 'answer',
          parts: [{ kind: 'tool-call', name: 'write_file', input: { path: 'src/a.ts', content: 'export {}\n' } }],
        },
  )
  const { err } = await here.heddle(['ask', 'Empty @/src/a.ts', '--allow', 'write_file'])
  expect(err).not.toContain('have not read it')
  expect(sent()).toContain('Wrote src/a.ts')
})
