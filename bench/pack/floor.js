// The least that any packing costs: list the files, read each, count each, in one plain loop. Plain JavaScript on
// purpose, like the built command line that it stands beside; it counts with the tokenizer of the same build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, measureUrl] = process.argv.slice(2)
const { loadMeasure } = await import(measureUrl)
const { count } = await loadMeasure('o200k_base')
const total = { files: 0, tokens: 0 }
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue
  total.tokens += count(readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  total.files++
}
console.log(`${total.files} files, ${total.tokens} tokens`)
