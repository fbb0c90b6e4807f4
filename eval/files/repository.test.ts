import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gitText } from '../../src/sources/git/run-git.ts'
import { openRepository } from './repository.ts'

let folder = ''
const commits: string[] = []
const odd = 'b "1"\né.txt'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-eval-files-'))
  const git = (...command: string[]): Promise<string> =>
    gitText(folder, command, { settings: ['-c', 'user.name=A', '-c', 'user.email=a@example.org'] })
  const commit = async (files: { readonly [name: string]: string }): Promise<void> => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await git('add', '-A')
    await git('commit', '-q', '-m', 'change')
    commits.push((await git('rev-parse', 'HEAD')).trim())
  }
  await git('init', '-q')
  await commit({ 'a.txt': 'one\n', [odd]: 'two' })
  await commit({ 'a.txt': 'three\n' })
  await commit({ 'later.txt': 'four\n', 'a.txt': 'four\n' })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a repository as it stood', () => {
  it('has the files of a commit and their texts', async () => {
    const repository = await openRepository(folder, commits)
    const files = await repository.filesAt(commits[1] ?? '')
    const texts = await repository.read(files)
    expect(files.map(({ path, blob }) => [path, texts.get(blob)])).toEqual([
      ['a.txt', 'three\n'],
      [odd, 'two'],
    ])
    expect(await repository.read(files)).toBe(texts)
  })

  it('knows nothing newer than the commit', async () => {
    const repository = await openRepository(join(folder, '.git'), commits)
    expect(repository.changesUpTo(commits[1] ?? '', 9)).toEqual([['a.txt'], ['a.txt', odd]])
    expect(repository.changesUpTo(commits[2] ?? '', 1)).toEqual([['a.txt', 'later.txt']])
  })

  it('says what is wrong with a commit that is not there', async () => {
    await expect(openRepository(folder, ['0'.repeat(40)])).rejects.toThrow()
  })
})
