import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What is run: the built command line, and what it stands beside. */
export interface Build {
  readonly heddle: string
  readonly repomix: string
  readonly floor: string
  /** The address of the module that loads a measure. */
  readonly measureUrl: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds Heddle, and copies it into a folder of its own, so that what is measured is the code as it is now and stays so. */
export function build(folder: string): Build {
  mkdirSync(folder, { recursive: true })
  const tsdown = join(root, 'node_modules', 'tsdown', 'dist', 'run.mjs')
  execFileSync(process.execPath, [tsdown, '--log-level', 'error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return {
    heddle: join(folder, 'bin', 'heddle.js'),
    repomix: join(root, 'node_modules', 'repomix', 'bin', 'repomix.cjs'),
    floor: fileURLToPath(new URL('./floor.js', import.meta.url)),
    measureUrl: pathToFileURL(join(folder, 'dist', 'tokenizers', 'load-measure.js')).href,
  }
}
