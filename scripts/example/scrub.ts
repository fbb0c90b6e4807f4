/**
 * What a program printed, without what changes from run to run or from machine to machine: colours, folders, times and
 * durations, blank lines at the ends. Each folder is taken out with the slash behind it, longest first.
 */
export function scrub(text: string, folders: readonly string[]): string {
  const longestFirst = folders.toSorted((a, b) => b.length - a.length)
  const plain = text.replace(colour, '')
  const local = longestFirst.reduce((left, folder) => left.replaceAll(`${folder}/`, '').replaceAll(folder, '.'), plain)
  return local
    .split('\n')
    .filter((line) => !clock.test(line))
    .map((line) => line.replace(duration, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .replace(/^\n+|\n+$/gu, '')
}

/**
 * What a test run printed, in the order in which a terminal shows it: the tests, what went wrong, the totals. What the
 * runner says behind its totals is about time, and is left out.
 */
export function testReport(printed: string, errors: string): string {
  const [tests = '', ...rest] = printed.split(/\n+(?= *Test Files )/u)
  const totals = rest.join('\n').split('\n').slice(0, 2).join('\n')
  return [tests, errors, totals].filter((text) => text !== '').join('\n\n')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this one.
const colour = /\u001b\[[\d;]*m/gu
const clock = /^\s*(Start at|Duration)\s/u
const duration = /\s+\d+(\.\d+)?\s?m?s$/u
