import { endedLine, formNote, type PackFormat, shownPath } from './pack-format.ts'

/** A line of equals signs with the name above each text. */
export const plain: PackFormat = {
  name: 'plain',
  head: ({ task, tree, extras, part }) =>
    [
      section(`files${part === undefined ? '' : `, part ${part}`}`, tree),
      task === undefined ? '' : section('task', task),
      ...extras.map(({ name, text }) => section(`git ${name}`, text)),
    ].join(''),
  between: '',
  block(file) {
    const note = formNote(file)
    return section(`${shownPath(file.path)}${note === undefined ? '' : ` (${note})`}`, file.text)
  },
  foot: ({ leftOut }) =>
    leftOut.length === 0
      ? ''
      : section('left out', leftOut.map(({ path, why }) => `${shownPath(path)}: ${why}\n`).join('')),
}

function section(title: string, text: string): string {
  return `==== ${title} ====\n${endedLine(text)}\n`
}
