import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import pc from 'picocolors'
import { afterEach, describe, expect, it } from 'vitest'
import type { Complete } from './completion.ts'
import { createEditor, type Editor } from './editor.ts'
import { onKeys } from './keys.ts'

const style = pc.createColors(false)
let stop = (): void => undefined
afterEach(() => stop())

interface Typed {
  readonly editor: Editor
  readonly heard: string[]
  type(text: string): Promise<void>
}

function typing(complete: Complete = async () => ({ from: 0, choices: [] })): Typed {
  const input = new PassThrough()
  const heard: string[] = []
  const editor = createEditor(complete, {
    submit: (text) => heard.push(text),
    interrupt: () => heard.push('(interrupt)'),
    leave: () => heard.push('(leave)'),
    clear: () => heard.push('(clear)'),
    change: () => undefined,
  })
  stop = onKeys(input, (pressed) => editor.press(pressed))
  return {
    editor,
    heard,
    async type(text) {
      const seen = once(input, 'data')
      input.write(text)
      await seen
      await setImmediate()
      await setImmediate()
    },
  }
}

describe('typing', () => {
  it('sends with Enter, and makes new lines with Alt-Enter, Ctrl-J and a backslash at the end', async () => {
    const { heard, type } = typing()
    await type('one\u001b\rtwo\nthree\\\rfour\r')
    expect(heard).toEqual(['one\ntwo\nthree\nfour'])
  })

  it('takes Shift-Enter of terminals that tell it apart', async () => {
    const { editor, type } = typing()
    await type('a\u001b[13;2ub')
    expect(editor.text).toBe('a\nb')
  })

  it('keeps the line ends of what is pasted, and sends nothing by itself', async () => {
    const { editor, heard, type } = typing()
    await type('x\u001b[200~one\r\n\ttwo\rthree\u001b[201~y')
    expect(editor.text).toBe('xone\n    two\nthreey')
    expect(heard).toEqual([])
  })

  it('comes out of a paste that never ends with Ctrl-C', async () => {
    const { editor, heard, type } = typing()
    await type('\u001b[200~one\u0003')
    expect(editor.text).toBe('one')
    expect(heard).toEqual(['(interrupt)'])
  })

  it('moves, cuts and puts as a shell does', async () => {
    const { editor, type } = typing()
    await type('one two three\u0017\u0001\u0019')
    expect(editor.text).toBe('threeone two ')
    await type('\u0005!\u001b[H\u000b')
    expect(editor.text).toBe('')
    await type('\u0019\u001b[D\u001b[D\u007f\u001b[3~')
    expect(editor.text).toBe('threeone tw!')
  })

  it('leaves with Ctrl-D only where nothing is written', async () => {
    const { editor, heard, type } = typing()
    await type('ab\u0001\u0004')
    expect(editor.text).toBe('b')
    await type('\u0004\u0004')
    expect(heard).toEqual(['(leave)'])
  })

  it('sends nothing that is blank', async () => {
    const { heard, type } = typing()
    await type('  \r')
    expect(heard).toEqual([])
  })

  it('puts in the only choice, else what they have in common, and then goes through them', async () => {
    const words = ['fork', 'formats', 'help']
    const { editor, type } = typing(async (text, at) => {
      const typed = /\w*$/.exec(text.slice(0, at))?.[0] ?? ''
      return {
        from: at - typed.length,
        choices: words.filter((each) => each.startsWith(typed)).map((value) => ({ value })),
      }
    })
    await type('h\t')
    expect(editor.text).toBe('help ')
    await type('f\t')
    expect(editor.text).toBe('help for')
    expect(editor.drawChoices({ style, width: 40 })).toEqual(['  fork   ', '  formats'])
    await type('\t')
    expect(editor.text).toBe('help fork')
    await type('\t')
    expect(editor.text).toBe('help formats')
    await type('\u001b[Z')
    expect(editor.text).toBe('help fork')
    await type('!')
    expect(editor.text).toBe('help fork!')
    expect(editor.drawChoices({ style, width: 40 })).toEqual([])
  })

  it('leaves aside choices for a text that was changed since', async () => {
    let answer = (): void => undefined
    const { editor, type } = typing(
      () => new Promise((resolve) => (answer = () => resolve({ from: 0, choices: [{ value: 'late' }] }))),
    )
    await type('l\tx')
    answer()
    await setImmediate()
    expect(editor.text).toBe('lx')
  })
})
