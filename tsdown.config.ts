import { defineConfig, type UserConfig } from 'tsdown'
import { publicEntries } from './scripts/entries.ts'

const shared: UserConfig = {
  root: 'src',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
}

/**
 * The public subpaths mirror `src/` file by file. The command line is a few files of its own: to find and read a hundred small ones takes
 * longer than most commands.
 */
const config: UserConfig[] = defineConfig([
  { ...shared, entry: [...publicEntries], unbundle: true, dts: { generator: 'oxc' } },
  { ...shared, entry: { main: 'src/cli/main.ts' }, outDir: 'dist/cli', clean: false, dts: false },
])

export default config
