import type { PackFormat } from './pack-format.ts'

/**
 * One JSON document with a line for each file: `{"tree", "files": [{"path", "form", "ranges", "text"}], "leftOut"}`. A comma between
 * files stands at the beginning of a line.
 */
export const json: PackFormat = {
  name: 'json',
  head({ task, tree, extras, part }) {
    const fields = {
      ...(part === undefined ? {} : { part }),
      ...(task === undefined ? {} : { task }),
      ...(tree === '' ? {} : { tree }),
      ...Object.fromEntries(extras.map(({ name, text }) => [name, text])),
    }
    const lines = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},\n`)
    return `{${lines.join('')}"files":[\n`
  },
  between: ',',
  block: ({ path, form, text, ranges }) =>
    `${JSON.stringify({ path, ...(form === 'full' ? {} : { form }), ...(ranges ? { ranges } : {}), text })}\n`,
  foot: ({ leftOut }) => `],"leftOut":${JSON.stringify(leftOut)}}\n`,
}
