import { endedLine, formNote, type PackFormat } from './pack-format.ts'

/**
 * Tags around texts as they are: for models, not for parsers. Nothing in a text is escaped, so that code stays what it is; a
 * text that holds a closing tag of ours gets tags with a number that it does not hold.
 */
export const xml: PackFormat = {
  name: 'xml',
  head: ({ task, tree, extras, part }) =>
    [
      `<files${part === undefined ? '' : ` part="${part}"`}>\n`,
      task === undefined ? '' : element('task', '', task),
      tree === '' ? '' : element('tree', '', tree),
      ...extras.map(({ name, text }) => element(`git_${name}`, '', text)),
    ].join(''),
  between: '',
  block(file) {
    const note = formNote(file)
    return element('file', ` path="${attribute(file.path)}"${note === undefined ? '' : ` form="${note}"`}`, file.text)
  },
  foot: ({ leftOut }) =>
    `${leftOut.map(({ path, why }) => `<left_out path="${attribute(path)}" why="${attribute(why)}"/>\n`).join('')}</files>\n`,
}

function element(tag: string, attributes: string, text: string): string {
  let name = tag
  for (let number = 2; text.includes(`</${name}>`); number++) name = `${tag}_${number}`
  return `<${name}${attributes}>\n${endedLine(text)}</${name}>\n`
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => `&#${sign.charCodeAt(0)};`)
}
