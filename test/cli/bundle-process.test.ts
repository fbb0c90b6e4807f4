import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'
import { main } from './pack-shell.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
})
afterEach(() => sh.remove())

const run = promisify(execFile)
const inProcess = (...line: string[]): Promise<unknown> =>
  run(process.execPath, [main, 'bundle', ...line], { cwd: sh.folder, env: { ...process.env, HOME: sh.folder } })

describe('processes that change one thing at the same time', () => {
  const names = ['f0.md', 'f1.md', 'f2.md', 'f3.md', 'f4.md', 'f5.md']

  it('lose no item of a bundle', async () => {
    await sh.heddle(['bundle', 'create', 'b'])
    await Promise.all(names.map((name) => inProcess('add', 'b', name)))
    const { items } = JSON.parse((await sh.heddle(['bundle', 'show', 'b', '--json'])).out)
    expect(Object.keys(items).toSorted()).toEqual(names)
  })

  it('lose no bundle that was attached', async () => {
    await sh.heddle(['say', '--new', 'hi'])
    for (const name of names) await sh.heddle(['bundle', 'create', name])
    await Promise.all(names.map((name) => inProcess('attach', name)))
    const { value } = JSON.parse((await sh.heddle(['config', 'get', 'bundles', '--conversation', '--json'])).out)
    expect([...value].toSorted()).toEqual(names)
  })

  it('make one bundle of one name', async () => {
    const made = await Promise.allSettled(names.map((name) => inProcess('create', 'b', name)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
