import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleTerminal } from './example-terminal.ts'
import { createScreen, type Slot } from './screen.ts'

const line = fc.constantFrom('', 'one', 'two words', '世界', 'x'.repeat(39), 'y'.repeat(95))
const slot = fc.constantFrom<Slot>('answer', 'waiting', 'input', 'below')
const step = fc.oneof(
  fc.record({ print: fc.array(line, { maxLength: 3 }) }),
  fc.record({ set: slot, lines: fc.array(line, { maxLength: 3 }) }),
  fc.constant('flush' as const),
  fc.constant('pause' as const),
)

function broken(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((each) =>
    each.length <= columns
      ? [each]
      : Array.from({ length: Math.ceil(each.length / columns) }, (_, i) => each.slice(i * columns, (i + 1) * columns)),
  )
}

describe('the screen', () => {
  it('shows what was printed, in order and once, and the live lines behind it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const terminal = exampleTerminal(40, 24)
        const screen = createScreen(terminal.io.output)
        const printed: string[] = []
        const live = new Map<Slot, readonly string[]>()
        for (const each of steps) {
          if (each === 'flush') screen.flush()
          else if (each === 'pause') {
            screen.pause()
            screen.resume()
          } else if ('print' in each) {
            printed.push(...each.print)
            screen.print(each.print)
          } else {
            live.set(each.set, each.lines)
            screen.set(each.set, each.lines)
          }
        }
        screen.flush()
        const slots: Slot[] = ['answer', 'waiting', 'input', 'below']
        const shown = slots
          .flatMap((name) => live.get(name) ?? [])
          .map((each) => (each.length > 39 ? `${each.slice(0, 38)}…` : each))
        const expected = [...broken(printed, 40), ...shown]
        const actual = terminal.lines()
        expect(actual.slice(0, expected.length)).toEqual(expected)
        expect(actual.slice(expected.length).join('')).toBe('')
      }),
    )
  })

  it('leaves the cursor where the input is', () => {
    const terminal = exampleTerminal(40)
    const screen = createScreen(terminal.io.output)
    screen.print(['said'])
    screen.set('input', ['> ab', '  cd'], { row: 0, column: 3 })
    screen.set('below', ['status'])
    screen.flush()
    expect(terminal.lines()).toEqual(['said', '> ab', '  cd', 'status'])
    expect(terminal.cursor()).toEqual({ row: 1, column: 3 })
    screen.print(['more'])
    screen.flush()
    expect(terminal.cursor()).toEqual({ row: 2, column: 3 })
  })

  it('shows the end of live lines that are more than the terminal has', () => {
    const terminal = exampleTerminal(40, 5)
    const screen = createScreen(terminal.io.output)
    screen.set('answer', ['1', '2', '3', '4', '5'])
    screen.set('input', ['>'], { row: 0, column: 1 })
    screen.flush()
    expect(terminal.lines()).toEqual(['3', '4', '5', '>'])
  })

  it('takes the live lines away while others write', () => {
    const terminal = exampleTerminal(40)
    const screen = createScreen(terminal.io.output)
    screen.set('input', ['> ', 'two'], { row: 0, column: 2 })
    screen.flush()
    screen.pause()
    terminal.io.output.write('from elsewhere\r\n')
    screen.resume()
    screen.flush()
    expect(terminal.lines()).toEqual(['from elsewhere', '>', 'two'])
  })
})
