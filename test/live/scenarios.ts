import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type ConversationHandle, type HeddleWorkspace, initWorkspace, openWorkspace } from '../../src/index.ts'

/** A model that scenarios are run with: what the settings say, and where keys are. */
export interface LiveModel {
  readonly reference: string
  readonly settings?: object
  readonly env: { readonly [name: string]: string | undefined }
}

async function within(
  { reference, settings = {}, env }: LiveModel,
  act: (conversation: ConversationHandle, workspace: HeddleWorkspace) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-live-'))
  try {
    const config = join(folder, 'config')
    await mkdir(join(config, 'heddle'), { recursive: true })
    await writeFile(join(config, 'heddle', 'config.json'), JSON.stringify({ model: reference, ...settings }))
    const root = join(folder, 'work')
    await mkdir(root)
    await writeFile(join(root, 'note.txt'), 'The code of the shed is 4711.\n')
    await initWorkspace(root)
    const workspace = await openWorkspace(root, { env: { PATH: process.env.PATH, ...env, XDG_CONFIG_HOME: config } })
    try {
      await act(await workspace.begin({ system: 'Be very brief.' }), workspace)
    } finally {
      await workspace.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What holds for every model, behind a real provider and behind the loopback one. */
export function scenarios(model: LiveModel, timeout: number): void {
  it('answers in text, with usage, and remembers what was said', { timeout }, async () => {
    await within(model, async (conversation) => {
      const first = await conversation.send('The word is kettle. Answer with this one word.')
      expect(first.run.error).toBeNull()
      expect(JSON.stringify(first.parts).toLowerCase()).toContain('kettle')
      expect(first.calls[0]?.usage?.output ?? 0).toBeGreaterThan(0)
      const second = await conversation.send('Which word was it? Answer with the word.')
      expect(JSON.stringify(second.parts).toLowerCase()).toContain('kettle')
    })
  })

  it('calls a tool, gets its result, and goes on', { timeout }, async () => {
    await within(model, async (conversation, { engine }) => {
      const { calls, parts, run } = await conversation.send(
        'Read the file note.txt with the tool read_file, then answer with the code that stands in it.',
      )
      expect(run.error).toBeNull()
      expect(JSON.stringify(parts)).toContain('4711')
      const traces = await engine.store.toolTraces(calls.map(({ id }) => id))
      expect(traces.some(({ name, error }) => name === 'read_file' && error === null)).toBe(true)
    })
  })

  it('stops when it is told to, and keeps what came', { timeout }, async () => {
    await within(model, async (conversation, { engine }) => {
      const stop = new AbortController()
      const turn = await conversation.stream('Count from 1 to 300, with a comma between the numbers.', {
        signal: stop.signal,
      })
      for await (const event of turn) if (event.kind === 'text-delta') stop.abort()
      const { run, calls } = await turn.result
      expect(run.state).toBe('stopped')
      expect(calls[0]?.state).toBe('interrupted')
      expect(await engine.store.node(calls[0]?.node ?? '')).toBeDefined()
    })
  })
}
