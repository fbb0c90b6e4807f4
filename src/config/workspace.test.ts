import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startConversation } from '../session/say.ts'
import { currentConversation, setCurrent } from './current.ts'
import { initWorkspace, openWorkspace } from './open.ts'
import { settingsOf } from './settings/settings-of.ts'
import { findWorkspace, makeWorkspace } from './workspace.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-workspace-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a workspace', () => {
  it('is made with a store and kept out of git, once', async () => {
    await initWorkspace(join(folder, 'new', 'deep'))
    const made = join(folder, 'new', 'deep', '.heddle')
    expect(await readFile(join(made, '.gitignore'), 'utf8')).toBe('*\n')
    expect(await readdir(made)).toContain('heddle.db')
    await expect(initWorkspace(join(folder, 'new', 'deep'))).rejects.toMatchObject({ code: 'workspace-exists' })
  })

  it('is not left half made when its store cannot be', async () => {
    const failing = makeWorkspace(folder, () => Promise.reject(Object.assign(new Error('no'), { code: 'EROFS' })))
    await expect(failing).rejects.toMatchObject({ code: 'read-only' })
    expect(await readdir(folder)).toEqual([])
  })

  it('cannot be made in a file', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(initWorkspace(join(folder, 'file'))).rejects.toMatchObject({ code: 'not-a-folder' })
    await expect(initWorkspace(join(folder, 'file', 'in'))).rejects.toMatchObject({ code: 'not-a-folder' })
  })

  it('is found from the folders in it, and by its name', async () => {
    await initWorkspace(folder)
    const deep = join(folder, 'a', 'b')
    await mkdir(deep, { recursive: true })
    expect((await findWorkspace(deep)).root).toBe(folder)
    expect((await findWorkspace('/', folder)).root).toBe(folder)
    expect((await findWorkspace('/', join(folder, '.heddle'))).root).toBe(folder)
  })

  it('is not looked for above a folder that was named', async () => {
    await initWorkspace(folder)
    await mkdir(join(folder, 'a'))
    await expect(findWorkspace(folder, 'a')).rejects.toMatchObject({ code: 'no-workspace' })
    await expect(findWorkspace(folder, 'nowhere')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('says how to make one where there is none', async () => {
    await expect(findWorkspace(folder)).rejects.toThrow('`heddle init`')
  })

  it('has the newest conversation as the current one until another is chosen', async () => {
    await initWorkspace(folder)
    let time = 1
    const workspace = await openWorkspace({ cwd: folder, now: () => time++ })
    try {
      expect(await currentConversation(workspace.paths, workspace.store)).toBeUndefined()
      const first = await startConversation(workspace.engine, { title: 'first' })
      const second = await startConversation(workspace.engine, { title: 'second' })
      expect((await currentConversation(workspace.paths, workspace.store))?.id).toBe(second.conversation.id)
      await setCurrent(workspace.paths, first.conversation.id)
      expect((await currentConversation(workspace.paths, workspace.store))?.id).toBe(first.conversation.id)
      await setCurrent(workspace.paths, 'gone')
      expect((await currentConversation(workspace.paths, workspace.store))?.id).toBe(second.conversation.id)
    } finally {
      await workspace.close()
    }
  })

  it('has settings from user, workspace and conversation', async () => {
    const { settings } = await initWorkspace(folder)
    await writeFile(settings, '{"tokenBuffer": 2, "minimumRecentNodes": 2}')
    await mkdir(join(folder, 'xdg', 'heddle'), { recursive: true })
    await writeFile(join(folder, 'xdg', 'heddle', 'config.json'), '{"tokenBuffer": 1, "safety": 0.1}')
    const workspace = await openWorkspace({ cwd: folder, now: () => 1 })
    try {
      const { conversation } = await startConversation(workspace.engine)
      const own = { ...conversation, settings: { minimumRecentNodes: 3 } }
      const { values } = await settingsOf(workspace.paths, { XDG_CONFIG_HOME: join(folder, 'xdg') }, own)
      expect(values).toMatchObject({ safety: 0.1, tokenBuffer: 2, minimumRecentNodes: 3 })
    } finally {
      await workspace.close()
    }
  })
})
