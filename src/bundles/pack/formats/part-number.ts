/** How a part of a pack begins, in each of the formats. */
const beginnings = [
  /^# Files, part (\d+)\n/,
  /^<files part="(\d+)">\n/,
  /^==== files, part (\d+) ====\n/,
  /^\{"part":(\d+),\n/,
]

/** Which part of a pack a text is, by how it begins; undefined where it is none. */
export function partNumber(text: string): number | undefined {
  const found = beginnings.map((beginning) => beginning.exec(text)?.[1]).find((number) => number !== undefined)
  return found === undefined ? undefined : Number(found)
}
