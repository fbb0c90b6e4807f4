/** The curves' colours in turn, for light and for dark; told apart by people who see few colours, too. */
const curves: readonly (readonly [light: string, dark: string])[] = [
  ['#0969da', '#58a6ff'],
  ['#bc6c00', '#f0a33f'],
  ['#1a7f64', '#56d3a8'],
  ['#8250df', '#bc8cff'],
]

/** The class of a curve, and of its key in the legend. Colours repeat after four. */
export function curveClass(place: number): string {
  return `c${place % curves.length}`
}

/** The rules of a plot: light, and dark where the reader's system asks for it. The font is the system's own. */
export function svgStyle(): string {
  return [
    'text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}',
    '.title{font-size:16px;font-weight:600}',
    '.curve{fill:none;stroke-width:1.5;stroke-linejoin:round}',
    '.wide{stroke-width:3.25}',
    '.fine{stroke-width:1}',
    '.key{stroke-width:3;stroke-linecap:round}',
    '.grid,.axis{fill:none;stroke-width:1;shape-rendering:crispEdges}',
    '.limit{stroke-width:1.5;stroke-dasharray:6 4}',
    '.limit-text{font-weight:600;stroke-width:4;stroke-linejoin:round;paint-order:stroke}',
    ...colours(0),
    `@media(prefers-color-scheme:dark){${colours(1).join('')}}`,
  ].join('\n')
}

function colours(side: 0 | 1): string[] {
  const [paper, ink, quiet, grid, axis, limit] =
    side === 0
      ? ['#ffffff', '#1f2328', '#59636e', '#e4e8ec', '#aeb6bf', '#cf222e']
      : ['#0d1117', '#e6edf3', '#9198a1', '#21262d', '#4a525c', '#ff7b72']
  return [
    `.paper{fill:${paper};stroke:${grid}}`,
    `text{fill:${ink}}`,
    `.quiet{fill:${quiet}}`,
    `.grid{stroke:${grid}}`,
    `.axis{stroke:${axis}}`,
    `.limit{stroke:${limit}}`,
    `.limit-text{fill:${limit};stroke:${paper}}`,
    ...curves.map((pair, place) => `.${curveClass(place)}{stroke:${pair[side]}}`),
  ]
}
