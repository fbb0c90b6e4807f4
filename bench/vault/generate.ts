import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Random, random, seedOf } from '../conversation/random.ts'
import { codeLine, prose } from '../conversation/text.ts'
import { folders, stems } from '../conversation/words.ts'

const seed = 20_260
const linksOfNote = 6

/** The path of a note in a generated vault. */
export function notePath(number: number): string {
  const { pick } = random(seedOf(seed, number))
  return `${pick(folders)}/${pick(stems)} ${pick(stems)} ${number}.md`
}

/** Writes a vault, the same for the same number of notes: each note has six links to others, in all ways to write them, and code. */
export function writeVault(root: string, notes: number): void {
  const made = new Set<string>()
  for (let number = 0; number < notes; number++) {
    const path = join(root, notePath(number))
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true })
    made.add(dirname(path))
    writeFileSync(path, noteText(number, notes))
  }
}

function noteText(number: number, notes: number): string {
  const source = random(seedOf(seed, number, notes))
  const others = new Set<number>()
  while (others.size < Math.min(linksOfNote, notes - 1)) {
    const other = source.below(notes)
    if (other !== number) others.add(other)
  }
  const [first = 0, ...rest] = others
  const frontMatter =
    number % 3 === 0
      ? `---\naliases: [Note ${number}]\nrelated: "[[${nameOf(first)}]]"\n---\n`
      : `[[${nameOf(first)}]]\n`
  const paragraphs = rest.map((other) => `${prose(source, 40)} ${linkTo(source, number, other)} ${prose(source, 20)}`)
  const code = `\`\`\`ts\n${codeLine(source)}\n// [[${nameOf(number)} in code]]\n\`\`\``
  return `${frontMatter}# ${nameOf(number)}\n\n${[...paragraphs, code].join('\n\n')}\n`
}

function linkTo(source: Random, from: number, to: number): string {
  const path = notePath(to)
  const up = '../'.repeat(notePath(from).split('/').length - 1)
  switch (source.below(6)) {
    case 0:
      return `[[${nameOf(to)}]]`
    case 1:
      return `[[${nameOf(to)}|that note]]`
    case 2:
      return `[[${nameOf(to)}#Details]]`
    case 3:
      return `![[${path.slice(0, -3)}]]`
    case 4:
      return `[that note](${encodeURI(up + path)})`
    default:
      return `[that note](<${path}> "A note")`
  }
}

function nameOf(number: number): string {
  const path = notePath(number)
  return path.slice(path.lastIndexOf('/') + 1, -3)
}
