import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from '../cli/harness.ts'

const secret = 'swordfish-7731'

let sh: Shell
let database = ''
beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
  await sh.heddle(['say', '--new', `The word is ${secret}.`])
  await sh.heddle(['say', '--as', 'model', 'I keep it.'])
  await sh.heddle(['say', 'What is it?'])
  database = join(sh.folder, '.heddle', 'heddle.db')
})
afterEach(() => sh.remove())

async function shortIds(): Promise<string[]> {
  const { nodes } = JSON.parse((await sh.heddle(['log', '--json'])).out) as { nodes: { shortId: string }[] }
  return nodes.map(({ shortId }) => shortId)
}

function damage(at: number, bytes: string): void {
  const file = openSync(database, 'r+')
  writeSync(file, bytes, at, 'latin1')
  closeSync(file)
}

const isAnywhere = (): boolean =>
  readdirSync(join(sh.folder, '.heddle')).some((name) =>
    readFileSync(join(sh.folder, '.heddle', name)).includes(secret),
  )

describe('heddle backup', () => {
  it('writes a copy that is a store, for its owner alone, and overwrites nothing', async () => {
    const { code, out } = await sh.heddle(['backup', 'copy.db'])
    expect({ code, out }).toEqual({ code: 0, out: `${join(sh.folder, 'copy.db')}\n` })
    expect(statSync(join(sh.folder, 'copy.db')).mode & 0o777).toBe(0o600)
    expect(await sh.heddle(['backup', 'copy.db'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('overwrites nothing'),
    })
    expect(await sh.heddle(['backup', 'missing/copy.db'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('missing'),
    })
  })

  it('makes none of a damaged store', async () => {
    damage(readFileSync(database).indexOf('"text":"The word') + 8, 'The w0rd')
    expect(await sh.heddle(['backup', 'copy.db'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('doctor --repair'),
    })
    expect(existsSync(join(sh.folder, 'copy.db'))).toBe(false)
  })
})

describe('heddle doctor', () => {
  it('says healthy and ends with 0, also as JSON', async () => {
    expect(await sh.heddle(['doctor'])).toMatchObject({ code: 0, out: expect.stringMatching(/^healthy 3 nodes/) })
    expect(JSON.parse((await sh.heddle(['doctor', '--json'])).out)).toMatchObject({
      healthy: true,
      nodes: 3,
      findings: [],
      repaired: null,
    })
    expect(await sh.heddle(['doctor', '--repair'])).toMatchObject({ code: 0, out: expect.stringMatching(/^healthy/) })
  })

  it('says what is wrong and ends with 1; repairs to a new file and keeps the damaged one', async () => {
    damage(0, 'not a database')
    expect(await sh.heddle(['log'])).toMatchObject({ code: 1, err: expect.stringContaining('heddle doctor') })
    expect(await sh.heddle(['doctor'])).toMatchObject({ code: 1, out: expect.stringContaining('header') })
    const repaired = await sh.heddle(['doctor', '--repair'])
    expect(repaired).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was lost.') })
    expect(repaired.out).toContain(`${database}.damaged-1`)
    expect(await sh.heddle(['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('older copy') })
    expect((await sh.heddle(['log'])).out).toContain(secret)
  })
})

describe('heddle purge', () => {
  it('asks on a terminal, saying what will go, and takes no for an answer', async () => {
    const [first = ''] = await shortIds()
    const asked = await sh.heddle(['purge', first], { terminal: true, answer: 'n' })
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('the content of 1 node') })
    expect(isAnywhere()).toBe(true)
    expect(await sh.heddle(['purge', first], { terminal: true, answer: 'y' })).toMatchObject({ code: 0 })
    expect(isAnywhere()).toBe(false)
  })

  it('needs --yes where there is nobody to ask, and something to purge', async () => {
    const [first = ''] = await shortIds()
    expect(await sh.heddle(['purge', first], { stdin: '' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    })
    expect(await sh.heddle(['purge', '--yes'])).toMatchObject({ code: 2 })
    expect(await sh.heddle(['purge', 'nothing', '--yes'])).toMatchObject({ code: 1 })
    expect(isAnywhere()).toBe(true)
  })

  it('is told by replay, render, explain, show and log from then on', async () => {
    await sh.heddle(['plan'])
    const [first = ''] = await shortIds()
    expect(await sh.heddle(['purge', first, '--yes'])).toMatchObject({ code: 0 })
    expect(isAnywhere()).toBe(false)
    expect(await sh.heddle(['replay'])).toMatchObject({ code: 0, out: expect.stringMatching(/^purged/) })
    expect(JSON.parse((await sh.heddle(['replay', '--json'])).out)).toMatchObject({ same: false, purged: true })
    for (const command of ['render', 'explain'])
      expect(await sh.heddle([command])).toMatchObject({ code: 1, err: expect.stringContaining('purged') })
    expect(await sh.heddle(['explain', '--list'])).toMatchObject({ code: 0, out: expect.stringContaining('purged') })
    expect((await sh.heddle(['show', first])).out).toContain('(purged')
    expect((await sh.heddle(['log'])).out).toContain('(purged)')
    expect(await sh.heddle(['plan'])).toMatchObject({ code: 0 })
    expect(await sh.heddle(['replay'])).toMatchObject({ code: 0, out: expect.stringMatching(/^same/) })
    expect(await sh.heddle(['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('1 purged') })
  })

  it('says where the text still is, and takes it from everywhere when told to', async () => {
    await sh.heddle(['say', '--new', `The word is ${secret}.`])
    const [first = ''] = await shortIds()
    expect(await sh.heddle(['purge', first, '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--shared'),
    })
    expect(isAnywhere()).toBe(true)
    await sh.heddle(['say', `The word is ${secret}.`])
    expect(await sh.heddle(['purge', 'main', '--shared', '--yes'])).toMatchObject({ code: 0 })
    expect(isAnywhere()).toBe(false)
  })
})
