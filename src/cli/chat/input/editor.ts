import type { Style } from '../../context.ts'
import { type Choosing, type Complete, choiceLines, commonStart, nextChoice } from './completion.ts'
import { type DrawnEditor, drawEditor } from './draw-editor.ts'
import { edit } from './edit.ts'
import { type EditorState, emptyEditor } from './editor-state.ts'
import { type Meaning, meaningOf } from './keymap.ts'
import type { Pressed } from './keys.ts'

/** What happens outside the text. */
export interface EditorListener {
  submit(text: string): void
  interrupt(): void
  leave(): void
  clear(): void
  /** Something looks otherwise now. */
  change(): void
}

/** Takes keys, and says how it looks. */
export interface Editor {
  readonly text: string
  press(pressed: Pressed): void
  /** Puts another text in place of what is written. */
  reset(text: string): void
  /** Remembers an entry for moving up. */
  remember(entries: readonly string[]): void
  draw(view: { readonly style: Style; readonly width: number; readonly height: number }): DrawnEditor
  /** The choices that are open, below the text. */
  drawChoices(view: { readonly style: Style; readonly width: number }): readonly string[]
}

export function createEditor(complete: Complete, listener: EditorListener): Editor {
  let state: EditorState = emptyEditor([])
  let choosing: Choosing | undefined

  const set = (next: EditorState): void => {
    state = next
    listener.change()
  }

  const put = (from: number, text: string): void => {
    state = edit(state, { kind: 'replace', from, to: state.cursor, text })
  }

  const choose = (back: boolean): void => {
    if (!choosing) return
    choosing = nextChoice(choosing, back)
    put(choosing.from, choosing.choices[choosing.chosen]?.value ?? '')
    listener.change()
  }

  const lookUp = async (): Promise<void> => {
    const { text, cursor } = state
    const found = await complete(text, cursor)
    // What was typed since counts.
    if (state.text !== text || state.cursor !== cursor || found.choices.length === 0) return
    const start = commonStart(found.choices)
    const [only, ...others] = found.choices
    if (only && others.length === 0) put(found.from, only.value.endsWith('/') ? only.value : `${only.value} `)
    else {
      if (start.length > cursor - found.from) put(found.from, start)
      choosing = { ...found, chosen: -1 }
    }
    listener.change()
  }

  const submit = (): void => {
    const { text, cursor } = state
    if (cursor === text.length && text.endsWith('\\')) {
      set(edit(state, { kind: 'replace', from: cursor - 1, to: cursor, text: '\n' }))
      return
    }
    if (text.trim() === '') return
    state = edit(state, { kind: 'reset', text: '' })
    listener.submit(text)
    listener.change()
  }

  const act = (meaning: Meaning): void => {
    switch (meaning.kind) {
      case 'submit':
        if (state.search) set(edit(state, { kind: 'search-end', keep: true }))
        else submit()
        return
      case 'interrupt':
        if (state.search) set(edit(state, { kind: 'search-end', keep: false }))
        else listener.interrupt()
        return
      case 'cancel':
        set(edit(state, { kind: 'search-end', keep: false }))
        return
      case 'leave':
        listener.leave()
        return
      case 'clear':
        listener.clear()
        return
      case 'complete':
        void lookUp()
        return
      case 'complete-back':
      case 'none':
        return
      default:
        set(edit(state, meaning))
    }
  }

  return {
    get text() {
      return state.text
    },
    press(pressed) {
      const meaning = meaningOf(pressed, state.text === '')
      if (choosing && (meaning.kind === 'complete' || meaning.kind === 'complete-back')) {
        choose(meaning.kind === 'complete-back')
        return
      }
      choosing = undefined
      act(meaning)
    },
    reset(text) {
      choosing = undefined
      set(edit({ ...state, search: null }, { kind: 'reset', text }))
    },
    remember(entries) {
      const isNew = state.place === state.history.length
      state = { ...state, history: [...entries], place: isNew ? entries.length : Math.min(state.place, entries.length) }
    },
    draw: (view) => drawEditor(state, view),
    drawChoices: ({ style, width }) => (choosing ? choiceLines(choosing, style, width) : []),
  }
}
