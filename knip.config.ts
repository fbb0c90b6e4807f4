import type { KnipConfig } from 'knip'
import { publicEntries } from './scripts/entries.ts'

/** What nothing imports is unused, but for the public subpaths, the scripts, and tests (which knip finds by itself). */
const config: KnipConfig = {
  entry: [...publicEntries, 'scripts/*.ts', 'test/fixtures/**/make.ts'],
  project: ['{src,test,conformance,bench,eval,scripts}/**/*.ts'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Found by name when a file of their language comes, and run as a program.
  ignoreDependencies: ['@swc/core', '@ast-grep/lang-.+', 'repomix'],
  ignoreBinaries: ['mkfifo'],
}

export default config
