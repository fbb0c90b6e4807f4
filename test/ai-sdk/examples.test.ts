import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../examples')
const source = new URL('../../src/ai-sdk/ai-sdk.ts', import.meta.url).href
/** Examples import what is published; here they run on the sources. */
const fromSource = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve: (name, context, next) => next(name === 'heddle/ai-sdk' ? '${source}' : name, context) })
`)}`

async function printed(example: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', fromSource, join(folder, example)])
  return stdout.trimEnd().split('\n')
}

describe('the examples', () => {
  it('fit messages, and say why', async () => {
    expect(await printed('fit-messages.ts')).toEqual([
      expect.stringMatching(/^user: \[Part of this conversation is left out here/),
      'assistant: It says that it is long.',
      'user: What should I change?',
      expect.stringMatching(/^marker: stands for 1 node/),
      'messages[1]: among the most recent',
      'messages[2]: the newest input',
      expect.stringMatching(/^messages\[0\]: did not fit, \d+ too large$/),
    ])
  })

  it('plan the calls of the AI SDK', async () => {
    expect(await printed('middleware.ts')).toEqual([expect.stringMatching(/^\d+ of 300, left out: 1$/), 'Done.'])
  })

  it('stand in the documentation as they are', () => {
    const said = readFileSync(join(import.meta.dirname, '../../docs/ai-sdk.md'), 'utf8')
    const [first = ''] = readFileSync(join(folder, 'fit-messages.ts'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('const result'))
    expect(said).toContain(first)
  })
})
