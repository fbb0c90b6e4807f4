import { describe, expect, it } from 'vitest'
import { canLink, linksIn } from './links-in.ts'

const targets = (path: string, text: string): string[] => linksIn(path, text).links.map(({ target }) => target)

describe('the links of a file', () => {
  it('are those of a note by its extension, in any case', () => {
    for (const path of ['a.md', 'b/A.MD', 'a.markdown']) expect(targets(path, '[[x]]')).toEqual(['x'])
    for (const path of ['a.txt', 'md', 'a.md/b', '.md/b', 'a.constructor', 'a']) {
      expect(targets(path, '[[x]]')).toEqual([])
      expect(canLink(path)).toBe(false)
    }
  })

  it('on a canvas are its files, from the root, and the links of its texts', () => {
    const nodes = [
      { id: '1', type: 'file', file: 'a/b.md', subpath: '#One' },
      { id: '2', type: 'text', text: 'see [[x]] and `[[y]]`' },
      { id: '3', type: 'link', url: 'https://a.org' },
      { id: '4', type: 'file', file: 'a/b.md' },
      { id: '5', type: 'file' },
      null,
    ]
    expect(linksIn('c.canvas', JSON.stringify({ nodes })).links).toEqual([
      { target: '/a/b.md', embed: true, form: 'markdown', heading: 'One' },
      { target: 'x', embed: false, form: 'wiki' },
    ])
    for (const text of ['', '[]', 'null', '{"nodes":{}}', '{', '"[[x]]"']) expect(targets('c.canvas', text)).toEqual([])
  })

  it('in a base are the notes that it names', () => {
    const text = `filters:
  and:
    - categories.contains(link("Board games"))
    - "!list(type).contains(link('Places', 'shown'))"
    - categories.contains(link("Board games"))
    - blink("no")`
    expect(targets('b.base', text)).toEqual(['Board games', 'Places'])
  })
})
