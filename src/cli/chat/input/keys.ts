import { emitKeypressEvents, type Key } from 'node:readline'

/** A key as it was pressed, or a text that was pasted in one piece. */
export type Pressed =
  | {
      readonly kind: 'key'
      /** As Node names it; empty for most characters that are no letter. */
      readonly name: string
      /** What was typed; empty where it is no text. */
      readonly text: string
      readonly control: boolean
      readonly alt: boolean
      readonly shift: boolean
    }
  | { readonly kind: 'paste'; readonly text: string }

/** Asks the terminal to mark what is pasted, and not to any more. */
export const pasteMarks = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const

/** Calls back for every key, until what it returns is called. The lines of a pasted text end in line feeds. */
export function onKeys(input: NodeJS.ReadableStream, listener: (pressed: Pressed) => void): () => void {
  emitKeypressEvents(input)
  let pasted: string[] | undefined
  const end = (): void => {
    const text = pasted?.join('').replaceAll(/\r\n?/g, '\n') ?? ''
    pasted = undefined
    if (text !== '') listener({ kind: 'paste', text })
  }
  const onKeypress = (typed: string | undefined, key: Key): void => {
    const { name = '', sequence = '', ctrl = false, meta = false, shift = false } = key
    if (name === 'paste-start') pasted = []
    else if (name === 'paste-end') end()
    else if (pasted && !(ctrl && name === 'c')) pasted.push(typed ?? sequence)
    else {
      end()
      const text = typed !== undefined && !ctrl && !meta && !isControl(typed) ? typed : ''
      listener({
        kind: 'key',
        name: newLines.includes(sequence) ? 'enter' : name,
        text,
        control: ctrl,
        alt: meta,
        shift,
      })
    }
  }
  input.on('keypress', onKeypress)
  return () => void input.off('keypress', onKeypress)
}

/** What terminals send for Shift-Enter and Ctrl-Enter, where they tell them from Enter. */
const newLines: readonly string[] = ['\u001b[13;2u', '\u001b[13;5u', '\u001bOM']

function isControl(text: string): boolean {
  return /^\p{Cc}/u.test(text)
}
