import { fileExtension, fileName } from './file-extension.ts'

/** What package managers write to pin versions, by name in lower case. */
const lockFiles: ReadonlySet<string> = new Set(
  `bun.lock bun.lockb cargo.lock composer.lock conan.lock deno.lock flake.lock gemfile.lock go.sum gopkg.lock
  gradle.lockfile mix.lock npm-shrinkwrap.json package-lock.json packages.lock.json paket.lock pdm.lock pipfile.lock
  pnpm-lock.yaml podfile.lock poetry.lock project.assets.json pubspec.lock uv.lock yarn.lock .package-lock.json`.split(
    /\s+/,
  ),
)

/** What a tool says in a comment at the top of a file that it wrote. */
const generatedMark: RegExp =
  /^\s*(?:\/\/|\/?\*|#|--|;|%|<!--|"""|'''|\{-).{0,300}?(?:@generated\b|\bcode generated\b.{0,200}\bdo not edit\b|\bauto-?generated (?:file|code)\b)/im

/** How far from the beginning the mark may stand. */
const markWithin = 1000

/** A script or style sheet whose lines are longer on average was not written by a person. */
const longestAverage = 400

/**
 * Whether a file was written by a tool for a tool: a lock file by its name, a generated one by its name, by what it says at its top,
 * or, for scripts and style sheets of some size, by lines that nobody writes.
 */
export function unwantedByName(path: string): 'lock-file' | 'generated' | undefined {
  const name = fileName(path).toLowerCase()
  if (lockFiles.has(name)) return 'lock-file'
  if (/[.-]min[.](js|mjs|cjs|css)$|[.](map|snap|tsbuildinfo)$|[._]pb2?([._]grpc)?[.](go|py)$/.test(name))
    return 'generated'
  return undefined
}

/** The same by its text; `unwantedByName` comes first. */
export function isGenerated(path: string, text: string): boolean {
  if (generatedMark.test(text.slice(0, markWithin))) return true
  if (text.length < 5000 || !['js', 'mjs', 'cjs', 'css'].includes(fileExtension(path))) return false
  return text.length / linesIn(text, text.length / longestAverage + 1) > longestAverage
}

/** How many lines a text has, counted up to so many. */
function linesIn(text: string, enough: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && lines < enough; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
