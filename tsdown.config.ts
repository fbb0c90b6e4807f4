import { defineConfig, type UserConfig } from 'tsdown'
import { publicEntries } from './scripts/entries.ts'

/** The public subpaths and the command line. The output mirrors `src/` file by file, so that relative paths hold. */
const config: UserConfig = defineConfig({
  entry: [...publicEntries, 'src/cli/main.ts'],
  root: 'src',
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  dts: { generator: 'oxc' },
})

export default config
