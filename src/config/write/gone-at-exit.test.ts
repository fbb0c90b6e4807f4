import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

it('takes away what was begun where the process ends at once, and leaves what was finished', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-exit-'))
  folders.push(folder)
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { goneAtExit } from ${JSON.stringify(new URL('gone-at-exit.ts', import.meta.url).href)}
    for (const name of ['begun', 'finished']) writeFileSync(name, name)
    mkdirSync('parts/1', { recursive: true })
    goneAtExit('begun')
    goneAtExit('parts')
    goneAtExit('finished')()
    process.exit(0)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
  expect(await readdir(folder)).toEqual(['finished'])
})
