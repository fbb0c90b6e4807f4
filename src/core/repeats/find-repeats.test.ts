import { describe, expect, it } from 'vitest'
import { characters, estimate } from '../content/measure.ts'
import type { FilePart, FileWay, Part } from '../content/part.ts'
import { findRepeats } from './find-repeats.ts'
import { holds } from './replacement.ts'
import { shownIn } from './shown.ts'

/** Rows of a file as they stand, and moved down by so many. */
function rows(from: number, to: number, { word = 'row', down = 0 } = {}): string {
  let text = ''
  for (let at = from; at <= to; at++) text += `${word} ${at - down} of the example\n`
  return text
}

function range(from: number, to: number, text = rows(from, to), way: FileWay = 'read'): FilePart {
  return { kind: 'file', path: 'a.ts', way, range: { from, to }, text }
}

function whole(text: string, way: FileWay = 'read'): FilePart {
  return { kind: 'file', path: 'a.ts', way, text }
}

const write: Part = { kind: 'tool-result', callId: 'w', content: [{ kind: 'text', text: 'Done.' }] }
const calls = new Map([['w', { name: 'edit', input: {}, writes: ['a.ts'] }]])

/** Each part is a node of its own: n1, n2, … */
function find(parts: readonly Part[], measure = characters) {
  const shown = parts.flatMap((part, at) => shownIn({ id: `n${at + 1}`, parts: [part] }, { calls }))
  return findRepeats(shown, { measure })
}

/** What is replaced, in short. */
function forms(...parts: readonly Part[]): string[] {
  return find(parts).map(({ node, form, kind, pointsTo, keptLines = [] }) => {
    const kept = keptLines.map(({ from, to }) => ` ${from}-${to}`).join('')
    return `${node} ${form}${kept} ${kind} ${pointsTo.join()}`
  })
}

describe('whole files', () => {
  it('go for the newest whole content, written since or not', () => {
    expect(forms(whole(rows(1, 9)), whole(rows(1, 9)), whole(rows(1, 5), 'mention'))).toEqual([
      'n1 notice repeated n3',
      'n2 notice repeated n3',
    ])
    expect(forms(whole(rows(1, 9)), whole('new', 'write'), whole('newer'))).toEqual(['n1 notice stale n3'])
  })

  it('stay where only ranges are shown again, however much of it', () => {
    expect(forms(whole(rows(1, 9)), range(1, 5), range(6, 9), range(1, 9))).toEqual([
      'n2 notice repeated n4',
      'n3 notice repeated n4',
    ])
  })

  it('stay where the file was written and its content not shown', () => {
    expect(forms(whole(rows(1, 9)), write)).toEqual([])
    expect(forms(whole(rows(1, 9)), write, whole('new'))).toEqual(['n1 notice stale n3'])
  })
})

describe('ranges', () => {
  it('go for all that is needed to show their lines, newest first', () => {
    expect(forms(range(1, 20), range(11, 25), range(1, 10))).toEqual(['n1 notice repeated n3,n2'])
    expect(forms(range(5, 14), range(1, 30), range(1, 9))).toEqual([
      'n1 notice repeated n3,n2',
      'n2 excerpt 10-30 repeated n3',
    ])
  })

  it('go for the newest whole content where that alone shows them', () => {
    expect(forms(range(5, 14), whole(rows(1, 30)), range(1, 9))).toEqual(['n1 notice repeated n2'])
    expect(forms(range(5, 14), whole(rows(1, 30)), range(1, 19))).toEqual(['n1 notice repeated n3'])
  })

  it('keep the lines that stand nowhere else', () => {
    const [found] = find([range(1, 30), range(11, 20)])
    expect(found).toMatchObject({
      form: 'excerpt',
      keptLines: [
        { from: 1, to: 10 },
        { from: 21, to: 30 },
      ],
    })
    expect(found?.text).toBe(
      `[lines 1-10, 21-30 of a.ts; the rest is shown again in n2]\n${rows(1, 10)}[from line 21]\n${rows(21, 30)}`,
    )
  })

  it('keep their own line numbers and what stands around the lines', () => {
    const numbered = (from: number, to: number): string =>
      rows(from, to).replaceAll(/^row (\d+)/gm, (row, number) => `${number}→${row}`)
    const [found] = find([range(1, 30, `Here:\n${numbered(1, 30)}<end>`), range(11, 20)])
    expect(found?.text.split('\n').slice(1).join('\n')).toBe(`Here:\n${numbered(1, 10)}${numbered(21, 30)}<end>`)
  })

  it('stay in full where a gap would cost more than what goes', () => {
    expect(forms(range(1, 3, 'some text of a line\nx\nmore text of a line'), range(2, 2, 'x'))).toEqual([])
  })

  it('keep lines that have become others without a write', () => {
    expect(forms(range(1, 20), range(1, 20, rows(1, 20, { word: 'new' })))).toEqual([])
    expect(forms(range(1, 20), write, range(1, 20, rows(1, 20, { word: 'new' })))).toEqual(['n1 notice stale n3'])
    expect(forms(range(1, 20), range(1, 20, rows(1, 20, { word: 'new' }), 'write'))).toEqual(['n1 notice stale n2'])
  })

  it('find their lines again where they have moved', () => {
    expect(forms(range(1, 20), range(1, 30, rows(1, 30, { down: 5 })))).toEqual(['n1 notice repeated n2'])
    expect(forms(range(1, 20), range(1, 20, rows(1, 20, { down: 5 })))).toEqual(['n1 excerpt 16-20 repeated n2'])
  })

  it('keep lines behind the end of a newer whole text that may have been cut short', () => {
    expect(forms(range(11, 30), whole(rows(1, 20)))).toEqual(['n1 excerpt 21-30 repeated n2'])
    expect(forms(range(11, 30), write, whole(rows(1, 20)))).toEqual(['n1 notice stale n3'])
  })

  it('that lie go for nothing but exactly the same text', () => {
    expect(forms(range(1, 30, rows(1, 3)), range(1, 40), whole(rows(1, 40)))).toEqual(['n2 notice repeated n3'])
    expect(forms(range(1, 30, rows(1, 3)), range(5, 9, rows(1, 3)))).toEqual(['n1 notice repeated n2'])
  })
})

describe('results of other tools', () => {
  const said = (callId: string, text: string): Part => ({
    kind: 'tool-result',
    callId,
    content: [{ kind: 'text', text }],
  })
  const same = new Map(['c1', 'c2', 'c3'].map((id) => [id, { name: 'list', input: { folder: 'src' } }]))
  const shown = (...texts: readonly string[]) =>
    texts.flatMap((text, at) => shownIn({ id: `n${at + 1}`, parts: [said(`c${at + 1}`, text)] }, { calls: same }))

  it('go for the newest with the same input and text', () => {
    const found = findRepeats(shown(rows(1, 9), rows(1, 9), rows(1, 9)), { measure: characters })
    expect(found.map(({ node, pointsTo, text }) => [node, pointsTo, text])).toEqual([
      ['n1', ['n3'], '[same result again in n3: list]'],
      ['n2', ['n3'], '[same result again in n3: list]'],
    ])
    expect(findRepeats(shown(rows(1, 9), rows(1, 8)), { measure: characters })).toEqual([])
  })
})

describe('sizes', () => {
  it('are those of the measure, and a notice of the same size is none', () => {
    const notice = '[shown again in n2: a.ts]'
    expect(find([whole('x'.repeat(notice.length)), whole('y')])).toEqual([])
    expect(find([whole('x'.repeat(notice.length + 1)), whole('y')])).toMatchObject([{ text: notice, saves: 1 }])
    expect(find([whole('x'.repeat(notice.length + 3)), whole('y')], estimate)).toEqual([])
    expect(find([whole('x'.repeat(notice.length + 4)), whole('y')], estimate)).toMatchObject([{ saves: 1 }])
  })
})

describe('holds', () => {
  it('says whether every target is there', () => {
    const [found] = find([range(1, 20), range(11, 25), range(1, 10)])
    expect(found && holds(found, () => true)).toBe(true)
    expect(found && holds(found, (node) => node === 'n3')).toBe(false)
  })
})

it('takes time in proportion to what is shown', () => {
  const parts = Array.from({ length: 20_000 }, (_, at): Part => {
    const from = 1 + ((at * 37) % 40)
    return { ...range(from, from + 9), path: `src/${at % 500}.ts` }
  })
  expect(find(parts).length).toBeGreaterThan(15_000)
}, 5_000)
