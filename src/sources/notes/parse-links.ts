import { readFrontMatter, splitFrontMatter } from './front-matter.ts'
import { firstOfEach, type Link, type NoteLinks } from './link.ts'
import { blocksOf } from './markdown/blocks.ts'
import { inlineLinks } from './markdown/inline.ts'

const none: ReadonlyMap<string, string> = new Map()

/**
 * The links of a note, in order, each target once: wikilinks and embeds as Obsidian has them, links, images and references as
 * CommonMark has them; in the front matter those in texts, as in `key: "[[note]]"`. Addresses with a scheme and links to a heading
 * of the same text are left out, and so is everything in code, in raw HTML and in comments.
 */
export function parseLinks(text: string): readonly Link[] {
  return parseNote(text).links
}

/** The links of a note, and its other names. */
export function parseNote(text: string): NoteLinks {
  const { yaml, body } = splitFrontMatter(text)
  const { values, aliases } = readFrontMatter(yaml)
  const { texts, definitions } = body.includes('[') ? blocksOf(body) : { texts: [], definitions: none }
  const links = [
    ...values.flatMap((value) => inlineLinks(value, none)),
    ...texts.flatMap((each) => (each.includes('[') ? inlineLinks(each, definitions) : [])),
  ]
  return { links: firstOfEach(links), aliases }
}
