import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { UsageError } from '../../src/cli/exit-code.ts'

/** A copy of a folder with the files that every program of the comparison takes. */
export interface SourceTree {
  readonly name: string
  readonly folder: string
  readonly files: number
  /** Of text, in UTF-8. */
  readonly bytes: number
}

/**
 * Copies a folder's text files, so that all programs see the same ones and none sees git. Taken are the files that git
 * lists as tracked or not ignored, or all of a folder that git ignores or does not know; never `node_modules`, links,
 * binary files, files in another encoding than UTF-8, source maps, minified and lock files. Throws `UsageError` where
 * there is no such file.
 */
export function copyTree(from: string, to: string): SourceTree {
  const name = basename(resolve(from))
  const counted = { files: 0, bytes: 0 }
  for (const path of listed(from)) {
    const bytes = textIn(join(from, path))
    if (!bytes) continue
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), bytes)
    counted.files++
    counted.bytes += bytes.length
  }
  if (counted.files === 0) throw new UsageError(`There is no text file in ${from}.`)
  return { name, folder: to, ...counted }
}

function listed(folder: string): string[] {
  const known = gitFiles(folder)
  return (known.length > 0 ? known : walked(folder)).filter((path) => !leftOut.test(path)).sort()
}

/** Paths that the programs take to be different things, or that one of them leaves out by default. */
const leftOut = /(^|\/)(node_modules|\.git)\/|\.map$|\.min\.|(^|\/)(npm-shrinkwrap|package-lock|pnpm-lock)\.|\.lock$/

function gitFiles(folder: string): string[] {
  try {
    const args = ['ls-files', '-coz', '--exclude-standard', '--deduplicate']
    const out = execFileSync('git', args, { cwd: folder, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })
    return out.toString('utf8').split('\0').filter(Boolean)
  } catch {
    return []
  }
}

function walked(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  } catch {
    throw new UsageError(`${folder} is no folder that can be read.`)
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function textIn(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path)
    if (bytes.includes(0)) return undefined
    strictUtf8.decode(bytes)
    return bytes
  } catch {
    return undefined
  }
}
