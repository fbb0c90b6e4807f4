import type { Outline, Outliner } from '../symbol.ts'
import { installedVersions, parsingFor } from './grammar-packages.ts'
import { languageOf, packageOf } from './languages.ts'
import type { SyntaxNode } from './syntax-node.ts'
import { outlineOf } from './walk.ts'

/** Changes with what outlines are made of. */
const revision = 1
/** A text of more UTF-16 units has no outline: what a person wrote is shorter. */
const longestText = 4_000_000
/** Nor has one that is mostly in lines of more units: a machine wrote it. */
const longestLine = 10_000

/**
 * Outlines from syntax trees: TypeScript and JavaScript always; Python, Go, Rust, Java, C, C++, C#, Ruby, Kotlin, Swift and PHP
 * where the package `@ast-grep/lang-…` of the language is installed. The packages are loaded when the first file of one of these
 * languages comes. Files are parsed in the thread pool: several at a time take several cores.
 */
export function astGrepOutliner(): Outliner {
  let version: string | undefined
  return {
    get version(): string {
      version ??= `${revision} ${installedVersions()}`
      return version
    },
    async outline(path, text): Promise<Outline | undefined> {
      const language = languageOf(path, text)
      if (!language || text.length > longestText || isMachineMade(text)) return undefined
      const { parser, known } = parsingFor(language)
      if (!parser || !known.has(language)) return undefined
      const tree = await parser.parseAsync(language.parser, text).catch(() => undefined)
      return tree && outlineOf(tree.root() as unknown as SyntaxNode, text, language.name, language.grammar)
    },
    missing(path): string | undefined {
      const language = languageOf(path)
      if (!language) return undefined
      const { parser, known } = parsingFor(language)
      if (!parser) return '@ast-grep/napi'
      return known.has(language) ? undefined : packageOf(language)
    },
  }
}

/** Whether more than half of a text is in lines that are too long. */
function isMachineMade(text: string): boolean {
  let long = 0
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next === -1 ? text.length : next
    if (end - start > longestLine) long += end - start
    start = end + 1
  }
  return long * 2 > text.length
}
