import { describe, expect, it } from 'vitest'
import { plotSvg } from './plot-svg.ts'

const options = { title: 'Tokens per call', unit: 'tokens', limit: null }

/** The path of each curve. */
function curves(svg: string): string[] {
  return [...svg.matchAll(/<path class="curve[^>]* d="([^"]*)"/g)].map(([, path = '']) => path)
}

describe('plotSvg', () => {
  it('draws a step for each call, with round figures on both axes', () => {
    const svg = plotSvg([{ name: 'a', values: [1000, 4000, 2000] }], options)
    expect(curves(svg)).toEqual(['M68 356H357.3V116H646.7V276H936'])
    expect([...svg.matchAll(/>([\d,]+)<\/text>/g)].map(([, figure]) => figure)).toEqual([
      '0',
      '1,000',
      '2,000',
      '3,000',
      '4,000',
      '1',
      '2',
      '3',
    ])
  })

  it('begins anew after a gap', () => {
    const [path = ''] = curves(plotSvg([{ name: 'a', values: [1, Number.NaN, 2] }], options))
    expect(path.match(/M/g)).toHaveLength(2)
  })

  it('draws the limit as a dashed line with its figure', () => {
    const svg = plotSvg([{ name: 'a', values: [20_000] }], { ...options, limit: 32_000 })
    expect(svg).toContain('<path class="limit"')
    expect(svg).toContain('>limit 32,000</text>')
    expect(svg).toContain('.limit{stroke-width:1.5;stroke-dasharray')
  })

  it('keeps the peaks of many calls in at most 2,000 points', () => {
    const values = Array.from({ length: 100_000 }, (_, call) => (call === 77_777 ? 9000 : call % 37))
    const svg = plotSvg([{ name: 'a', values }], options)
    const [path = ''] = curves(svg)
    expect((path.match(/[MHV]/g) ?? []).length).toBeLessThanOrEqual(2000)
    expect(path).toContain('V116H')
    expect(svg).toContain('peak per 100 calls')
  })

  it('names every curve in a legend, in rows that end before the edge', () => {
    const series = Array.from({ length: 9 }, (_, i) => ({ name: `a rather long name, number ${i}`, values: [i] }))
    const svg = plotSvg(series, options)
    for (const { name } of series) expect(svg).toContain(`>${name}</text>`)
    for (const [, x] of svg.matchAll(/class="key \w+" d="M([\d.]+)/g)) expect(Number(x)).toBeLessThan(800)
  })

  it('lets no text become markup', () => {
    const svg = plotSvg([{ name: '</text><script>&', values: [1] }], {
      title: '"><img src=x>\u0000\uffff',
      unit: '<b>',
      limit: null,
    })
    expect(svg).not.toMatch(/<script|<img|<b>|&(?!amp;|lt;|gt;|quot;)|[^\P{Cc}\n]|\uffff/u)
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&amp;')
  })

  it('is readable in light and dark, and asks nothing of other places', () => {
    const svg = plotSvg([], options)
    expect(svg).toContain('@media(prefers-color-scheme:dark)')
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|@import/)
    expect(svg).toContain('No calls to plot.')
  })
})
