import { fileExtension } from '../file-extension.ts'
import { endedLine, formNote, type PackFormat, shownPath } from './pack-format.ts'

/** Headings with fenced code. A fence is longer than any run of backticks in what it holds. */
export const markdown: PackFormat = {
  name: 'markdown',
  head: ({ task, tree, extras, part }) =>
    [
      `# Files${part === undefined ? '' : `, part ${part}`}\n\n`,
      task === undefined ? '' : `For this task: ${oneLine(task)}\n\n`,
      tree === '' ? '' : `${fenced('', tree)}\n`,
      ...extras.map(({ name, text }) => `# Git ${name}\n\n${fenced(name === 'diff' ? 'diff' : '', text)}\n`),
    ].join(''),
  between: '',
  block(file) {
    const note = formNote(file)
    const heading = `## ${shownPath(file.path)}${note === undefined ? '' : ` (${note})`}`
    return `${heading}\n\n${fenced(fileExtension(file.path), file.text)}\n`
  },
  foot: ({ leftOut }) =>
    leftOut.length === 0
      ? ''
      : `# Left out\n\n${leftOut.map(({ path, why }) => `- ${shownPath(path)}: ${why}\n`).join('')}`,
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${/^[\w+#-]*$/.test(language) ? language : ''}\n${endedLine(text)}${fence}\n`
}

/** The longest run of backticks. */
function longestRun(text: string): number {
  let longest = 0
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
    const start = at
    while (text.charCodeAt(at) === 96) at++
    longest = Math.max(longest, at - start)
  }
  return longest
}
