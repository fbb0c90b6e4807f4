import { type Section, sectionsOf } from './sections.ts'

/**
 * The section of a note that `Heading`, or `Heading#Subheading` to any depth, names: the heading's line and everything under it.
 * The first one in the text where several have the title. Undefined where there is none. Titles are compared as in links:
 * without regard to letter case, and `#`, `|`, `^`, `:`, `%`, `[`, `]` and `\` are as good as a blank.
 */
export function sectionOf(text: string, name: string): string | undefined {
  const sections = sectionsOf(text)
  const whole = comparable(name)
  const names = name.split('#').map(comparable)
  const found =
    sections.find(({ title }) => comparable(title) === whole) ?? sections.find((section) => isAt(section, names))
  return found && text.slice(found.start, found.end)
}

/** Whether a section has the last of the names, and stands in sections with the others, outermost first. */
function isAt(section: Section, names: readonly string[]): boolean {
  const left = [...names]
  if (comparable(section.title) !== left.pop()) return false
  for (let around = section.parent; around; around = around.parent) {
    if (comparable(around.title) === left.at(-1)) left.pop()
  }
  return left.length === 0
}

function comparable(title: string): string {
  return title
    .replace(/[#|^:%[\]\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
