import type { Link } from '../link.ts'

const scheme = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i
const schemeOfWikilink = /^(?:[a-z][a-z\d+.-]*:\/\/|mailto:)/i
const blockAtEnd = /^([^^]*)\^([a-z\d-]+)$/i

/** The link that stands between `[[` and `]]`; undefined for an address, and where nothing but a heading is named. */
export function wikilink(content: string, embed: boolean): Link | undefined {
  const bar = content.indexOf('|')
  // In a table the bar is written with a backslash.
  const named = bar === -1 ? content : content.slice(0, content[bar - 1] === '\\' ? bar - 1 : bar)
  const alias = bar === -1 ? '' : content.slice(bar + 1).trim()
  const link = schemeOfWikilink.test(named.trimStart()) ? undefined : linkTo(named, embed, 'wiki')
  return link && alias !== '' ? { ...link, alias } : link
}

/** The link to a markdown destination; undefined for an address, and where nothing but a heading is named. */
export function markdownLink(destination: string, embed: boolean): Link | undefined {
  return scheme.test(destination) ? undefined : linkTo(destination, embed, 'markdown')
}

function linkTo(written: string, embed: boolean, form: Link['form']): Link | undefined {
  const hash = written.indexOf('#')
  const path = hash === -1 ? written : written.slice(0, hash)
  const place = hash === -1 ? '' : decoded(written.slice(hash + 1)).trim()
  const [, name, id] = (hash === -1 && form === 'wiki' && blockAtEnd.exec(path)) || []
  const target = decoded(name ?? path).trim()
  if (target === '') return undefined
  const block = place.startsWith('^') ? place.slice(1) : id
  return {
    target,
    embed,
    form,
    ...(block === undefined ? place !== '' && { heading: place } : { block }),
  }
}

/** Percent signs decoded where what they stand for is valid UTF-8; the others stay. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}
