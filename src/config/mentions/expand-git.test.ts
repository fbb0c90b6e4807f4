import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initWorkspace, openWorkspace } from '../open.ts'
import { behind, type ExamplePlace, examplePlace, exampleSecret, said } from './example-place.ts'
import { expandMentions } from './expand-mentions.ts'

const secret = exampleSecret
let root: string
let write: ExamplePlace['write']
let expand: ExamplePlace['expand']
let place: ExamplePlace
let git: ExamplePlace['git']
let commit: ExamplePlace['commit']

beforeEach(async () => {
  place = await examplePlace()
  root = place.root
  git = place.git
  commit = place.commit
  write = place.write
  expand = place.expand
})

afterEach(() => place.close())

describe('git', () => {
  beforeEach(() => {
    git('init', '--quiet', '-b', 'main')
    write('a.ts', 'one\n')
  })

  it('gives a commit with its message and its diff, once', async () => {
    commit('Begin')
    write('a.ts', 'two\n')
    const hash = commit('Say two\n\nBecause one was said.')
    const expanded = await expand(`What is @${hash.slice(0, 7)}, or @${hash}?`)
    const [text = '', ...others] = behind(expanded)
    expect(others).toEqual([])
    expect(text.startsWith(`[@${hash.slice(0, 7)}]\ncommit ${hash}\nauthor Ada\n`)).toBe(true)
    for (const line of ['Say two', 'Because one was said.', '--- a/a.ts', '-one', '+two'])
      expect(text.split('\n')).toContain(line)
    expect(expanded.notes).toEqual([])
  })

  it('gives the first commit, an empty one, and a merge against its first parent', async () => {
    const first = commit('Begin')
    const empty = commit('Nothing')
    git('checkout', '--quiet', '-b', 'side', first)
    write('side.ts', 'side\n')
    commit('Aside')
    git('checkout', '--quiet', 'main')
    git('merge', '--quiet', '--no-ff', '-m', 'Both', 'side')
    const [one, two, three] = behind(await expand(`@${first} @${empty} @${git('rev-parse', 'HEAD')}`))
    expect(one).toContain('+one')
    expect(two).toContain('Nothing')
    expect(three).toContain('+side')
  })

  it('shows of a commit what is in the folder of the workspace', async () => {
    const inside = join(root, 'packages/one')
    await initWorkspace(inside)
    write('packages/one/in.ts')
    write('packages/two/out.ts')
    const hash = commit('Both')
    const below = await openWorkspace({ cwd: inside, now: Date.now })
    const [text] = behind(await expandMentions(below, [said(`@${hash}`)]))
    await below.close()
    expect(text).toContain('+++ b/in.ts')
    expect(text).not.toContain('out.ts')
  })

  it('takes no branch for a commit, and says when there is none', async () => {
    commit('Begin')
    git('branch', 'abcdef1')
    const none = '[@abcdef1 is left out: no commit, or more than one, has this hash]'
    expect(behind(await expand('@abcdef1'))).toEqual([none])
    expect(behind(await expand('@0000000000'))).toHaveLength(1)
  })

  it('gives what is not committed: the diff, and names of new files', async () => {
    write('.gitignore', '*.log\n')
    commit('Begin')
    expect(behind(await expand('@git-changes'))).toEqual([
      '[@git-changes is left out: nothing is changed since the last commit]',
    ])
    write('a.ts', 'two\n')
    write('new.ts')
    write('ignored.log')
    const [text = ''] = behind(await expand('@git-changes'))
    expect(text.split('\n')[0]).toBe('[@git-changes]')
    expect(text).toContain('-one\n+two')
    expect(text.endsWith('New files, not known to git:\nnew.ts\n')).toBe(true)
  })

  it('replaces secrets, and says so', async () => {
    write('a.ts', `${secret}\n`)
    const hash = commit('Begin')
    write('a.ts', `x${secret.slice(1)}\n`)
    const expanded = await expand(`@${hash} @git-changes`)
    expect(JSON.stringify(expanded)).not.toContain(secret)
    expect(expanded.notes).toHaveLength(2)
    expect(expanded.notes[0]).toContain('replaced')
  })

  it('is bounded, with head and tail', async () => {
    commit('Begin')
    write('a.ts', `${'line\n'.repeat(60_000)}the end\n`)
    const expanded = await expand('@git-changes')
    const [text = ''] = behind(expanded)
    expect(text.length).toBeLessThan(101_000)
    expect(text).toContain('-one')
    expect(text).toContain('+the end')
    expect(expanded.notes[0]).toContain('middle is left out')
    write('a.ts', 'x'.repeat(5_000_000))
    expect(behind(await expand('@git-changes'))).toEqual(['[@git-changes is left out: git has more than 4 MB of it]'])
  })
})
