import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { widthOf } from '../width.ts'
import { type PlotOptions, plotLines } from './plot-lines.ts'

const options: PlotOptions = { width: 40, height: 10, color: false, unit: 'tokens', limit: null }
const sawtooth = Array.from({ length: 60 }, (_, i) => 10_000 + (i % 20) * 1000)

describe('plotLines', () => {
  it('draws a curve with its peak, round figures, calls and the limit', () => {
    expect(plotLines([{ name: 'halves', values: sawtooth }], { ...options, limit: 32_000 })).toEqual([
      'tokens  ━━ halves   ╌╌ limit',
      '32,000 ┤⠉ ⠉ ⠉ ⠉ ⠉⢀⡀ ⠉ ⠉ ⠉ ⠉ ⣀ ⠉ ⠉ ⠉ ⠉ ⣀',
      '       │       ⢀⠔⠁⢸       ⡠⠊ ⡇      ⡠⠊',
      '20,000 ┤     ⡠⠊⠁  ⢸    ⡠⠔⠉   ⡇   ⢀⠔⠉',
      '       │  ⢀⠔⠊     ⢸ ⢀⠔⠊      ⡇ ⡠⠒⠁',
      '10,000 ┤⣀⠔⠁       ⢸⠔⠁        ⡧⠊',
      '       │',
      '       │',
      '     0 └┬─────────┬─────────┬─────────┬',
      '  call  1        20        40        60',
    ])
  })

  it('tells two curves apart without colour, and lets them take turns where they lie on each other', () => {
    const lines = plotLines(
      [
        { name: 'one', values: [1, 1, 4, 4] },
        { name: 'two', values: [1, 1, 2, 2] },
      ],
      { ...options, width: 24, height: 8 },
    )
    expect(lines).toEqual([
      'tokens',
      '── one   ━━ two',
      '     4 ┤        ╭──────',
      '       │        │━━━━━━',
      '       │──━━──━━╯',
      '       │',
      '     0 └─┬───┬───────┬─',
      '  call   1   2       4',
    ])
  })

  it('draws with ASCII alone where that is asked for', () => {
    const lines = plotLines(
      [
        { name: 'naïve', values: [0, 2, 5] },
        { name: 'a name that is much too long for the line', values: [5, 3] },
      ],
      { ...options, plain: true, limit: 4 },
    )
    expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/)
    expect(lines).toEqual([
      'tokens  ** na?ve',
      '        oo a name that is much too long~',
      '        - - limit',
      '       |oooooooooooo         **********',
      '     4 +- - - - - -o- - - - -*- - - - -',
      '       |           o**oo**oo**',
      '       |           *',
      '       |************',
      '     0 +-----+---------+---------+-----',
      '  call       1         2         3',
    ])
  })

  it('says of how many calls a column shows the peak', () => {
    const values = Array.from({ length: 100_000 }, (_, call) => (call === 77_777 ? 9000 : 100))
    const lines = plotLines([{ name: 'long', values }], options)
    expect(lines[0]).toBe('tokens  ━━ long   peak per 1,613 calls')
    expect(lines[1]).toMatch(/^ 9,000 ┤ {20,}[\u2801-\u28ff]+$/)
  })

  it('says where the limit is when it is far above', () => {
    const lines = plotLines([{ name: 'small', values: [100, 200] }], { ...options, limit: 200_000 })
    expect(lines[0]).toContain('limit 200,000, above')
  })

  it('draws one call, and calls without any tokens, and says that there are none', () => {
    expect(plotLines([{ name: 'one', values: [7] }], { ...options, height: 7 })).toEqual([
      'tokens  ━━ one',
      '     7 ┤⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉',
      '       │',
      '       │',
      '       │',
      '     0 └───────────────┬───────────────',
      '  call                 1',
    ])
    expect(plotLines([{ name: 'zero', values: [0, 0] }], { ...options, height: 7 })).toEqual([
      'tokens  ━━ zero',
      '     1 ┤',
      '       │',
      '       │',
      '       │⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀',
      '     0 └───────┬───────────────┬───────',
      '  call         1               2',
    ])
    expect(plotLines([], options)).toEqual(['No calls to plot.'])
    expect(plotLines([{ name: 'none', values: [] }], options)).toEqual(['No calls to plot.'])
  })

  it('lets nothing in a name reach the terminal', () => {
    expect(plotLines([{ name: '\u001b[2J\n', values: [1] }], options).join('')).not.toMatch(/\p{Cc}/u)
  })

  it('stays within its width and height, whatever it shows', () => {
    const series = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      values: fc.array(fc.oneof(fc.nat(), fc.double())),
    })
    const shape = fc.record({
      width: fc.integer({ min: 20, max: 120 }),
      height: fc.integer({ min: 16, max: 40 }),
      color: fc.boolean(),
      plain: fc.boolean(),
      unit: fc.constant('tokens'),
      limit: fc.option(fc.nat()),
    })
    fc.assert(
      fc.property(fc.array(series, { maxLength: 5 }), shape, (all, wanted) => {
        const lines = plotLines(all, wanted).map(stripVTControlCharacters)
        expect(lines.length).toBeLessThanOrEqual(wanted.height)
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(wanted.width)
          expect(line).not.toMatch(/ $/)
        }
      }),
    )
  })

  it('colours each curve as its key, and nothing where colour is not wanted', () => {
    const two = [
      { name: 'one', values: [1] },
      { name: 'two', values: [5] },
    ]
    const shown = plotLines(two, { ...options, color: true }).join('\n')
    const parts = shown.split('\u001b[')
    for (const colour of ['36m', '33m']) {
      expect(parts).toContainEqual(expect.stringMatching(`^${colour}━━$`))
      expect(parts).toContainEqual(expect.stringMatching(`^${colour}[\u2801-\u28ff]+$`))
    }
    expect(plotLines(two, options).join('\n')).not.toContain('\u001b')
  })
})
