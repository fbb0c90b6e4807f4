import { describe, expect, it } from 'vitest'
import { blockOf } from './block-of.ts'
import { sectionOf } from './section-of.ts'

const note = `# Garden
intro
## Tools
spades
### Old
rust
## Plants
roses
# Shed
## Tools
saws
# C#: notes
sharp
`

describe('sectionOf', () => {
  it.each([
    ['Garden', '# Garden\nintro\n## Tools\nspades\n### Old\nrust\n## Plants\nroses\n'],
    ['tools', '## Tools\nspades\n### Old\nrust\n'],
    ['Shed#Tools', '## Tools\nsaws\n'],
    ['Garden#Old', '### Old\nrust\n'],
    ['Garden#Tools#Old', '### Old\nrust\n'],
    ['C#: notes', '# C#: notes\nsharp\n'],
    ['C notes', '# C#: notes\nsharp\n'],
  ])('finds %s', (name, section) => {
    expect(sectionOf(note, name)).toBe(section)
  })

  it.each(['Shed#Old', 'Tools#Garden', 'Gard', 'roses'])('does not find %s', (name) => {
    expect(sectionOf(note, name)).toBeUndefined()
  })
})

const blocks = `---
a: ^front
---
first line
second line ^para

- one
- two
  more of two ^item

  - below
    deep
- three

| a |
|---|
| b |

^table

\`\`\`
x ^fenced
\`\`\`
^fence

# Title ^head
text
* no^mark
not at ^end of line
`

describe('blockOf', () => {
  it.each([
    ['para', 'first line\nsecond line ^para\n'],
    ['PARA', 'first line\nsecond line ^para\n'],
    ['item', '- two\n  more of two ^item\n\n  - below\n    deep\n'],
    ['table', '| a |\n|---|\n| b |\n\n^table\n'],
    ['fence', '```\nx ^fenced\n```\n^fence\n'],
    ['head', '# Title ^head\n'],
  ])('finds %s', (id, block) => {
    expect(blockOf(blocks, id)).toBe(block)
  })

  it.each(['front', 'fenced', 'mark', 'end', 'nothing', ''])('does not find %j', (id) => {
    expect(blockOf(blocks, id)).toBeUndefined()
  })

  it('is the mark alone where nothing stands above it', () => {
    expect(blockOf('^a\nb', 'a')).toBe('^a\n')
  })
})
