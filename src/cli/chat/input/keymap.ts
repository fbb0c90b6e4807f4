import type { EditorAction } from './editor-state.ts'
import type { Pressed } from './keys.ts'

/** What a key means to the editor: a change of the text, or something for those around it. */
export type Meaning =
  | EditorAction
  | { readonly kind: 'submit' | 'interrupt' | 'leave' | 'complete' | 'complete-back' | 'clear' | 'cancel' | 'none' }

/** What a key means. Some depend on whether anything is written. */
export function meaningOf(pressed: Pressed, isEmpty: boolean): Meaning {
  if (pressed.kind === 'paste') return { kind: 'insert', text: pressed.text.replaceAll('\t', '    ') }
  const { name, text, control, alt, shift } = pressed
  if (name === 'return') return alt || shift ? newLine : { kind: 'submit' }
  if (name === 'enter') return newLine
  if (name === 'tab') return { kind: shift ? 'complete-back' : 'complete' }
  if (control && name === 'd') return isEmpty ? { kind: 'leave' } : { kind: 'delete', to: 'right' }
  const found = (control ? withControl : alt ? withAlt : alone).get(name)
  if (found) return found
  return text === '' ? { kind: 'none' } : { kind: 'insert', text }
}

const newLine: Meaning = { kind: 'insert', text: '\n' }

const alone: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['left', { kind: 'move', to: 'left' }],
  ['right', { kind: 'move', to: 'right' }],
  ['home', { kind: 'move', to: 'line-start' }],
  ['end', { kind: 'move', to: 'line-end' }],
  ['up', { kind: 'up' }],
  ['down', { kind: 'down' }],
  ['backspace', { kind: 'delete', to: 'left' }],
  ['delete', { kind: 'delete', to: 'right' }],
  ['escape', { kind: 'cancel' }],
])

const withControl: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['a', { kind: 'move', to: 'line-start' }],
  ['b', { kind: 'move', to: 'left' }],
  ['c', { kind: 'interrupt' }],
  ['e', { kind: 'move', to: 'line-end' }],
  ['f', { kind: 'move', to: 'right' }],
  ['g', { kind: 'cancel' }],
  ['h', { kind: 'delete', to: 'left' }],
  ['k', { kind: 'cut', to: 'line-end' }],
  ['l', { kind: 'clear' }],
  ['n', { kind: 'down' }],
  ['p', { kind: 'up' }],
  ['r', { kind: 'search' }],
  ['u', { kind: 'cut', to: 'line-start' }],
  ['w', { kind: 'cut', to: 'word-left' }],
  ['y', { kind: 'put' }],
  ['left', { kind: 'move', to: 'word-left' }],
  ['right', { kind: 'move', to: 'word-right' }],
  ['backspace', { kind: 'cut', to: 'word-left' }],
  ['delete', { kind: 'cut', to: 'word-right' }],
])

const withAlt: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['b', { kind: 'move', to: 'word-left' }],
  ['f', { kind: 'move', to: 'word-right' }],
  ['d', { kind: 'cut', to: 'word-right' }],
  ['left', { kind: 'move', to: 'word-left' }],
  ['right', { kind: 'move', to: 'word-right' }],
  ['backspace', { kind: 'cut', to: 'word-left' }],
])
