import { expect, it } from 'vitest'
import { cardOf } from './card.ts'
import type { CodeSymbol, Outline } from './symbol.ts'

const text = `export function join(
  left: string,
  right: string,
): string {}
function hidden() {}
export class Box { open() {} }
export const wide = '${'😀'.repeat(200)}'
`

function symbol(name: string, piece: string, within: readonly string[], exported: boolean): CodeSymbol {
  const start = text.indexOf(piece)
  return { name, kind: 'function', within, lines: [1, 1], signature: [start, start + piece.length], exported }
}

const outline: Outline = {
  language: 'typescript',
  symbols: [
    symbol('join', text.slice(0, text.indexOf(' {}')), [], true),
    symbol('hidden', 'function hidden()', [], false),
    symbol('Box', 'export class Box', [], true),
    symbol('open', 'open()', ['Box'], true),
    symbol('wide', text.slice(text.indexOf('export const'), -1), [], true),
  ],
  imports: [],
  kept: [],
  damaged: false,
}

it('has the path and a line for each exported symbol, indented by what it stands in', () => {
  const lines = cardOf('src/box.ts', outline, text).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    'src/box.ts',
    ' export function join( left: string, right: string, ): string',
    ' export class Box',
    '  open()',
  ])
})

it('cuts a long signature between characters', () => {
  const line = cardOf('src/box.ts', outline, text).split('\n').at(-1) ?? ''
  expect(line.length).toBeLessThanOrEqual(121)
  expect(line.isWellFormed()).toBe(true)
  expect(line).toMatch(/^ export const wide = '(😀)+…$/u)
})

it('is the path alone where nothing is exported', () => {
  expect(cardOf('a.ts', { ...outline, symbols: [] }, '')).toBe('a.ts')
})
