import { widthOf } from '../../print/width.ts'
import type { EditorAction, EditorState, Motion } from './editor-state.ts'
import { after, before, lineEnd, lineStart, snap, wordAfter, wordBefore } from './graphemes.ts'

/** The state after an action. Pure; the cursor never stands inside a grapheme. */
export function edit(state: EditorState, action: EditorAction): EditorState {
  if (state.search) return searching({ ...state, search: state.search }, action)
  switch (action.kind) {
    case 'insert':
      return replace(state, state.cursor, state.cursor, action.text)
    case 'replace':
      return replace(state, action.from, action.to, action.text)
    case 'move':
      return { ...state, cursor: target(state, action.to), column: null }
    case 'delete':
    case 'cut': {
      const to = target(state, action.to)
      const end = action.kind === 'cut' && to === state.cursor ? beyondLine(state, action.to) : to
      const [from, until] = [Math.min(state.cursor, end), Math.max(state.cursor, end)]
      const taken = state.text.slice(from, until)
      const next = replace(state, from, until, '')
      return action.kind === 'cut' && taken !== '' ? { ...next, cut: taken } : next
    }
    case 'put':
      return replace(state, state.cursor, state.cursor, state.cut)
    case 'up':
      return up(state)
    case 'down':
      return down(state)
    case 'reset':
      return { ...show(state, action.text), place: state.history.length, draft: '' }
    case 'search':
      return {
        ...state,
        draft: state.place === state.history.length ? state.text : state.draft,
        search: { query: '', found: -1, text: state.text },
      }
    case 'search-end':
      return state
    default:
      return action satisfies never
  }
}

function replace(state: EditorState, from: number, to: number, text: string): EditorState {
  const changed = (state.text.slice(0, from) + text + state.text.slice(to)).toWellFormed()
  return { ...state, text: changed, cursor: snap(changed, from + text.length), column: null }
}

function show(state: EditorState, text: string): EditorState {
  return { ...state, text, cursor: text.length, column: null }
}

function target({ text, cursor }: EditorState, motion: Motion): number {
  switch (motion) {
    case 'left':
      return before(text, cursor)
    case 'right':
      return after(text, cursor)
    case 'word-left':
      return wordBefore(text, cursor)
    case 'word-right':
      return wordAfter(text, cursor)
    case 'line-start':
      return lineStart(text, cursor)
    case 'line-end':
      return lineEnd(text, cursor)
    default:
      return motion satisfies never
  }
}

/** At the edge of a line, cutting up to it takes the line feed. */
function beyondLine({ text, cursor }: EditorState, motion: Motion): number {
  if (motion === 'line-start') return before(text, cursor)
  return motion === 'line-end' ? after(text, cursor) : cursor
}

function up(state: EditorState): EditorState {
  const start = lineStart(state.text, state.cursor)
  if (start > 0) return onLine(state, lineStart(state.text, start - 1))
  return entry(state, state.place - 1)
}

function down(state: EditorState): EditorState {
  const end = lineEnd(state.text, state.cursor)
  if (end < state.text.length) return onLine(state, end + 1)
  return entry(state, state.place + 1)
}

/** Goes to the line that begins at a place, to the column it came from. */
function onLine(state: EditorState, start: number): EditorState {
  const column = state.column ?? widthOf(state.text.slice(lineStart(state.text, state.cursor), state.cursor))
  const line = state.text.slice(start, lineEnd(state.text, start))
  return { ...state, cursor: start + placeAt(line, column), column }
}

/** How much of a line stands before a column; of a wide character all or nothing. */
function placeAt(line: string, column: number): number {
  let used = 0
  for (const { segment, index } of new Intl.Segmenter().segment(line)) {
    used += widthOf(segment)
    if (used > column) return index
  }
  return line.length
}

function entry(state: EditorState, place: number): EditorState {
  if (place < 0 || place > state.history.length) return state
  const draft = state.place === state.history.length ? state.text : state.draft
  const text = place === state.history.length ? draft : (state.history[place] ?? '')
  return { ...show(state, text), place, draft }
}

type Searching = EditorState & { readonly search: NonNullable<EditorState['search']> }

/** While searching, typing makes the query longer, and searching again goes further back. */
function searching(state: Searching, action: EditorAction): EditorState {
  const { query, found, text } = state.search
  switch (action.kind) {
    case 'insert':
      return find(state, query + action.text, state.history.length)
    case 'delete':
      return find(state, query.slice(0, before(query, query.length)), state.history.length)
    case 'search':
      return find(state, query, found < 0 ? state.history.length : found)
    case 'search-end':
      return action.keep
        ? { ...state, search: null }
        : { ...show(state, text), place: state.history.length, search: null }
    case 'move':
    case 'cut':
    case 'put':
    case 'up':
    case 'down':
    case 'replace':
    case 'reset':
      return edit({ ...state, search: null }, action)
    default:
      return action satisfies never
  }
}

/** The newest entry before a place that has the query in it; where there is none, what is shown stays. */
function find(state: Searching, query: string, before: number): EditorState {
  const found = query === '' ? -1 : state.history.slice(0, before).findLastIndex((each) => each.includes(query))
  if (found < 0)
    return {
      ...state,
      search: { ...state.search, query, found: state.search.query === query ? state.search.found : -1 },
    }
  return { ...show(state, state.history[found] ?? ''), place: found, search: { ...state.search, query, found } }
}
