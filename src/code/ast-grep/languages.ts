import type { Grammar } from './grammar.ts'
import { c } from './languages/c.ts'
import { csharp } from './languages/csharp.ts'
import { go } from './languages/go.ts'
import { java } from './languages/java.ts'
import { kotlin } from './languages/kotlin.ts'
import { php } from './languages/php.ts'
import { python } from './languages/python.ts'
import { ruby } from './languages/ruby.ts'
import { rust } from './languages/rust.ts'
import { swift } from './languages/swift.ts'
import { typescript } from './languages/typescript.ts'

/** A language whose files have an outline. */
export interface Language {
  readonly name: string
  /** What the parser calls it. */
  readonly parser: string
  /** Whether the parser brings it; if not, it has a package of its own. */
  readonly builtIn: boolean
  readonly extensions: readonly string[]
  readonly grammar: Grammar
}

export const languages: readonly Language[] = [
  builtIn('TypeScript', ['ts', 'mts', 'cts'], typescript),
  builtIn('Tsx', ['tsx'], typescript),
  builtIn('JavaScript', ['js', 'mjs', 'cjs', 'jsx'], typescript),
  packaged('python', ['py', 'pyi'], python),
  packaged('go', ['go'], go),
  packaged('rust', ['rs'], rust),
  packaged('java', ['java'], java),
  packaged('c', ['c', 'h'], c),
  packaged('cpp', ['cpp', 'cc', 'cxx', 'hpp', 'hh', 'hxx', 'cu', 'ino'], c),
  packaged('csharp', ['cs'], csharp),
  packaged('ruby', ['rb', 'rake', 'gemspec'], ruby),
  packaged('kotlin', ['kt', 'kts'], kotlin),
  packaged('swift', ['swift'], swift),
  packaged('php', ['php'], php),
]

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((held) => [held, language] as const)),
)
const cpp = byExtension.get('cpp')
const cppSigns = /^\s*(class|namespace|template|using)\b|^\s*(public|private|protected):|\bstd::/m

/** The language of a file by its name, and for headers by what they hold. */
export function languageOf(path: string, text = ''): Language | undefined {
  const extension = /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return extension === 'h' && cppSigns.test(text) ? cpp : byExtension.get(extension)
}

/** The package that brings a language to the parser. */
export function packageOf(language: Language): string {
  return language.builtIn ? '@ast-grep/napi' : `@ast-grep/lang-${language.parser}`
}

function builtIn(parser: string, extensions: readonly string[], grammar: Grammar): Language {
  return { name: parser.toLowerCase(), parser, builtIn: true, extensions, grammar }
}

function packaged(parser: string, extensions: readonly string[], grammar: Grammar): Language {
  return { name: parser, parser, builtIn: false, extensions, grammar }
}
