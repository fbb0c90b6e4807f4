import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { found, type Outcome } from './command.ts'

const mostLines = 300
const mostFiles = 15

/** No file of more than 300 lines; no folder of `src` with more than 15 files, tests not counted. */
export async function checkShape(): Promise<Outcome> {
  const files = globSync('{src,test,conformance,bench,eval,scripts}/**/*.ts').sort()
  const findings = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length - 1
    return lines > mostLines ? [`${file}: ${lines} lines, ${mostLines} at most`] : []
  })
  const folders = new Map<string, number>()
  for (const file of files) {
    if (!file.startsWith('src') || file.endsWith('.test.ts')) continue
    folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
  }
  for (const [folder, count] of folders) {
    if (count > mostFiles) findings.push(`${folder}: ${count} files, ${mostFiles} at most`)
  }
  return found(findings)
}
