import { createRequire } from 'node:module'
import { type Language, languages, packageOf } from './languages.ts'

/**
 * Packages are looked for beside this one alone, never in the folder that is read: their parsers are native code.
 */
const load = createRequire(import.meta.url)

/** What a language package exports, as far as the parser asks for it. */
interface Registration {
  readonly libraryPath: string
  readonly extensions: string[]
  readonly languageSymbol?: string
  readonly expandoChar?: string
}

/** The parser, or undefined where there is none for this machine. */
export type Parser = typeof import('@ast-grep/napi')

/** What the process can parse: the parser, and the languages it knows by now. */
export interface Parsing {
  readonly parser: Parser | undefined
  readonly known: ReadonlySet<Language>
}

/** Of the process, as the parser's own list of languages is: of all calls that register languages only the first one counts. */
let loaded: { readonly builtIn: Parsing; all?: Parsing } | undefined

/** Loads the parser; the packages of languages only when one is asked for that is not built in, and then all that there are. */
export function parsingFor(language: Language): Parsing {
  loaded ??= { builtIn: { parser: parserHere(), known: new Set(languages.filter((held) => held.builtIn)) } }
  if (language.builtIn) return loaded.builtIn
  loaded.all ??= withPackages(loaded.builtIn)
  return loaded.all
}

/** The parser and the language packages that are installed, with their versions. */
export function installedVersions(): string {
  const names = new Set(['@ast-grep/napi', ...languages.map(packageOf)])
  return [...names].flatMap((name) => versionOf(name) ?? []).join(' ')
}

function parserHere(): Parser | undefined {
  return attempt(() => load('@ast-grep/napi') as Parser)
}

function withPackages({ parser, known }: Parsing): Parsing {
  if (!parser) return { parser, known }
  const found = languages.flatMap((language) => {
    const registration = language.builtIn ? undefined : registrationOf(language)
    return registration ? [{ language, registration }] : []
  })
  const all = Object.fromEntries(found.map(({ language, registration }) => [language.parser, registration]))
  if (!attempt(() => parser.registerDynamicLanguage(all) ?? true)) return { parser, known }
  return { parser, known: new Set([...known, ...found.map(({ language }) => language)]) }
}

function registrationOf(language: Language): Registration | undefined {
  return attempt(() => {
    const { libraryPath, extensions, languageSymbol, expandoChar } = load(packageOf(language)) as Registration
    if (!isLoadable(libraryPath)) return undefined
    return {
      libraryPath,
      extensions,
      ...(languageSymbol === undefined ? {} : { languageSymbol }),
      ...(expandoChar === undefined ? {} : { expandoChar }),
    }
  })
}

/**
 * Whether the system can load a library. The parser ends the process when it cannot, so Node tries first: it always throws, as a
 * grammar is no module of Node's, but says so only after the library was loaded.
 */
function isLoadable(libraryPath: string): boolean {
  try {
    process.dlopen({ exports: {} }, libraryPath)
    return true
  } catch (error) {
    return error instanceof Error && error.message.includes('did not self-register')
  }
}

function versionOf(name: string): string | undefined {
  const version = attempt(() => (load(`${name}/package.json`) as { readonly version: string }).version)
  return version === undefined ? undefined : `${name.replace('@ast-grep/', '')}@${version}`
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
