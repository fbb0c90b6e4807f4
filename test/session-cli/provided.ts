import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoopbackProvider, Script, Wire } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { type Shell, shell } from '../cli/harness.ts'

/** A shell in a workspace whose person has three providers, one for each wire format, all of them the same loopback. */
export interface Provided extends Shell {
  readonly provider: LoopbackProvider
  readonly key: string
}

/** The reference of the model behind a wire format. */
export function modelOf(wire: Wire): string {
  return `${wire}:scripted`
}

/** Makes one. The key is the only one that the provider takes. */
export async function provided(script: Script): Promise<Provided> {
  const key = 'key-that-nobody-may-see-0123456789'
  const provider = await startProvider({ script, keys: [key] })
  const made = await shell()
  const wires: readonly Wire[] = ['anthropic', 'chat-completions', 'responses']
  const config = join(made.folder, 'xdg', 'heddle')
  await mkdir(config, { recursive: true })
  const settings = {
    model: modelOf('chat-completions'),
    models: Object.fromEntries(wires.map((wire) => [modelOf(wire), { window: 32_000 }])),
    providers: Object.fromEntries(
      wires.map((wire) => [wire, { api: wire, baseUrl: `${provider.url}/v1`, keyFrom: 'LOOPBACK_KEY' }]),
    ),
  }
  await writeFile(join(config, 'config.json'), JSON.stringify(settings))
  const heddle: Shell['heddle'] = (line, { env, ...around } = {}) =>
    made.heddle(line, { stdin: '', ...around, env: { LOOPBACK_KEY: key, ...env } })
  await heddle(['init'])
  return {
    ...made,
    heddle,
    provider,
    key,
    async remove() {
      await provider.close()
      await made.remove()
    },
  }
}
