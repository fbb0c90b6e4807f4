import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userSettingsFile } from '../user-files.ts'
import { changeSettings, readSettings } from './settings-file.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-settings-'))
  file = join(folder, 'deep', 'config.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('settings in a file', () => {
  it('are none where there is no file', async () => {
    expect(await readSettings(file)).toEqual({})
  })

  it('are written for the owner alone, with nothing left beside the file', async () => {
    await changeSettings(file, () => ({ tokenBuffer: 5 }))
    expect(await readSettings(file)).toEqual({ tokenBuffer: 5 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'deep'))).toEqual(['config.json'])
  })

  it('stay as they were when the change is refused', async () => {
    await changeSettings(file, () => ({ tokenBuffer: 5 }))
    await expect(changeSettings(file, () => ({ tokenBuffer: 'x' }))).rejects.toMatchObject({ code: 'invalid-setting' })
    expect(await readSettings(file)).toEqual({ tokenBuffer: 5 })
  })

  it.each([
    ['{"tokenBuffer": 3,}', 'line 1, column 19'],
    ['{\n"tokenBuffer": \n', 'line 3, column 1'],
    ['', 'line 1, column 1'],
  ])('of a damaged file (%j) are reported with the place, and never overwritten', async (text, place) => {
    const damaged = join(folder, 'config.json')
    await writeFile(damaged, text)
    await expect(readSettings(damaged)).rejects.toThrow(`${damaged}: this is not JSON at ${place}.`)
    await expect(changeSettings(damaged, () => ({}))).rejects.toMatchObject({ code: 'damaged-settings' })
    expect(await readFile(damaged, 'utf8')).toBe(text)
  })

  it('of a file that is not UTF-8 are refused', async () => {
    const damaged = join(folder, 'config.json')
    await writeFile(damaged, Buffer.from([0x7b, 0xff, 0x7d]))
    await expect(readSettings(damaged)).rejects.toThrow('not UTF-8')
  })

  it('keep a symbolic link and change what it points to', async () => {
    const real = join(folder, 'real.json')
    const link = join(folder, 'link.json')
    await writeFile(real, '{}')
    await symlink(real, link)
    await changeSettings(link, () => ({ tokenBuffer: 6 }))
    expect(JSON.parse(await readFile(real, 'utf8'))).toEqual({ tokenBuffer: 6 })
  })

  it('of the user stand in XDG_CONFIG_HOME where that is absolute, else under HOME', () => {
    expect(userSettingsFile({ XDG_CONFIG_HOME: '/x', HOME: '/h' })).toBe('/x/heddle/config.json')
    expect(userSettingsFile({ XDG_CONFIG_HOME: 'x', HOME: '/h' })).toBe('/h/.config/heddle/config.json')
  })
})
