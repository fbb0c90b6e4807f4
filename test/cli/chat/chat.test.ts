import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const hasTmux = spawnSync('tmux', ['-V']).status === 0
const script = fileURLToPath(new URL('scripted-chat.ts', import.meta.url))

describe.skipIf(!hasTmux)('the chat in a real terminal', () => {
  let folder = ''

  const tmux = (...words: readonly string[]): string =>
    spawnSync('tmux', ['-S', join(folder, 'tmux'), '-u', ...words], { encoding: 'utf8' }).stdout

  /** What can be seen, once that holds; a chat that never comes to it fails by the time limit of the test. */
  const see = async (isThere: (screen: string) => boolean): Promise<string> => {
    for (;;) {
      const screen = tmux('capture-pane', '-p', '-t', 'chat')
      if (isThere(screen)) return screen.trimEnd()
      await setTimeout(50)
    }
  }

  const type = (text: string): string => tmux('send-keys', '-t', 'chat', '-l', text)
  const press = (...keys: readonly string[]): string => tmux('send-keys', '-t', 'chat', ...keys)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-tmux-'))
    const command = `trap '' INT; '${process.execPath}' '${script}' '${join(folder, 'history')}'; cat`
    tmux('new-session', '-d', '-s', 'chat', '-x', '80', '-y', '24', command)
    await see((screen) => screen.includes('test:model'))
  })
  afterEach(async () => {
    tmux('kill-server')
    await rm(folder, { recursive: true, force: true })
  })

  it('answers, runs a command beside itself, and leaves the terminal in order', async () => {
    type('世界 hello')
    press('Enter')
    await see((screen) => screen.includes('1.5 s'))
    type('/branch')
    press('Enter')
    await see((screen) => screen.includes('second line'))
    press('C-d')
    const screen = await see((each) => each.includes('left'))
    expect(screen.split('\n').map((line) => line.trimEnd())).toEqual([
      '',
      '› 世界 hello',
      'sends 2 items · 300 tokens · 30 % of the window · /context shows more',
      '',
      'You said 世界 hello.',
      '400 tokens in (75 % cached) · 20 out · 1.5 s',
      '',
      '› /branch',
      'ran branch',
      'and a second line',
      'left',
    ])
  })

  it('keeps pasted lines together, and draws them anew in a narrower window', async () => {
    tmux('set-buffer', 'one two three four\nfive 世界世界世界世界世界世界 six')
    tmux('paste-buffer', '-p', '-t', 'chat')
    await see((screen) => screen.includes('six'))
    tmux('resize-window', '-t', 'chat', '-x', '30')
    const screen = await see((each) => /^model · main/m.test(each))
    expect(screen.split('\n')).toEqual([
      '› one two three four',
      '  five 世界世界世界世界世界世',
      '  界 six',
      'model · main · no call yet',
    ])
    press('Enter')
    await see((each) => each.includes('1.5 s'))
  })

  it('stops an answer with Ctrl-C, and leaves with two', async () => {
    type('hold it')
    press('Enter')
    await see((screen) => screen.includes('The second'))
    press('C-c')
    await see((screen) => screen.includes('breaks off'))
    press('C-c')
    // The first may still count as the second of the one that stopped the answer.
    const screen = await see((each) => each.includes('once more') || each.includes('left'))
    if (!screen.includes('left')) press('C-c')
    await see((each) => each.includes('left'))
  })
})
