import { type Family, familyOf } from './family.ts'

const quoted = /(?:\b(?:from|import|require)\b|@(?:import|use|forward)\b)\s{0,9}\(?\s{0,9}(['"])([^'"\n]{1,300})\1/g
const pythonFrom =
  /^[ \t]{0,40}from[ \t]{1,9}(\.{0,20}[\w.]{0,300})[ \t]{1,9}import[ \t]{0,9}(\([^()]{0,2000}\)|[^\n]{0,500})/gm
const pythonImport = /^[ \t]{0,40}import[ \t]{1,9}([\w., \t]{1,500})/gm
const include = /^[ \t]{0,40}#[ \t]{0,9}include[ \t]{0,9}["<]([^">\n]{1,300})[">]/gm
const goImport = /^import[ \t]{1,9}(?:\(([^()]{0,20000})\)|(?:[\w.]{1,100}[ \t]{1,9})?("[^"\n]{1,300}"))/gm
const goPath = /"([^"\n]{1,300})"/g
const rustModule = /^[ \t]{0,40}(?:pub(?:\([\w: ]{1,40}\))?[ \t]{1,9})?mod[ \t]{1,9}(\w{1,100});/gm
const rustUse = /\b(?:crate|super|self)(?:::\w{1,100}){1,20}/g
const jvmImport = /^[ \t]{0,9}import[ \t]{1,9}(?:static[ \t]{1,9})?([\w.]{1,300})/gm
const phpUse = /^[ \t]{0,9}use[ \t]{1,9}(?:function[ \t]{1,9}|const[ \t]{1,9})?\\?([\w\\]{1,300})/gm
const rubyRequire = /\brequire(_relative)?[ \t(]{1,9}(['"])([^'"\n]{1,300})\2/g

/** How each family says what a file needs. Every pattern is bounded, so that no text takes more than linear time. */
const readers: { readonly [Each in Family]: (text: string) => string[] } = {
  script: (text) => all(text, quoted, 2),
  style: (text) => all(text, quoted, 2),
  python: pythonModules,
  c: (text) => all(text, include, 1),
  go: (text) => Array.from(text.matchAll(goImport), ([, many = '', one = '']) => all(many + one, goPath, 1)).flat(),
  rust: (text) => [...all(text, rustModule, 1).map((name) => `./${name}`), ...all(text, rustUse, 0).map(rustPath)],
  jvm: (text) => all(text, jvmImport, 1).map((name) => name.replaceAll('.', '/')),
  php: (text) => all(text, phpUse, 1).map((name) => name.replaceAll('\\', '/')),
  ruby: (text) =>
    Array.from(text.matchAll(rubyRequire), ([, relative, , name = '']) =>
      relative && !name.startsWith('.') ? `./${name}` : name,
    ),
}

/**
 * What a file says that it needs, as paths with forward slashes: `./a.js`, `../b`, `zod/v4`; names with dots, colons or
 * backslashes (`a.b.C`, `crate::a::b`, `A\B`) with slashes as well. In order, each once. A cheap scan, not a parser:
 * what stands in a comment or a string is found too. Time is linear in the text; unknown languages give nothing.
 */
export function specifiersIn(path: string, text: string): string[] {
  const family = familyOf(path)
  return family === undefined ? [] : [...new Set(readers[family](text))]
}

function all(text: string, pattern: RegExp, group: number): string[] {
  return Array.from(text.matchAll(pattern), (found) => found[group] ?? '').filter((found) => found !== '')
}

/** `from a.b import c` may name the module `a/b/c` or something in `a/b`; `from . import c` names what is beside. */
function pythonModules(text: string): string[] {
  const from = Array.from(text.matchAll(pythonFrom), ([, module = '', names = '']) => {
    const base = pythonPath(module)
    const folder = base === '' || base.endsWith('/') ? base : `${base}/`
    const named = names.replace(/#[^\n]*/g, '').match(/\w+(?:[ \t]{1,9}as[ \t]{1,9}\w+)?/g) ?? []
    return [...(folder === base ? [] : [base]), ...named.map((name) => folder + (/^\w+/.exec(name)?.[0] ?? ''))]
  })
  const plain = all(text, pythonImport, 1).flatMap(
    (names) => names.match(/[\w.]+(?:[ \t]{1,9}as[ \t]{1,9}\w+)?/g) ?? [],
  )
  return [...from.flat(), ...plain.map((name) => pythonPath(/^[\w.]+/.exec(name)?.[0] ?? ''))]
}

/** `a.b` is `a/b`, `.a` is `./a`, `..a` is `../a`. */
function pythonPath(module: string): string {
  const name = module.replace(/^\.+/, '')
  const dots = module.length - name.length
  const up = dots === 0 ? '' : dots === 1 ? './' : '../'.repeat(dots - 1)
  return up + name.replaceAll('.', '/')
}

/** `super` and `self` count from the file. */
function rustPath(name: string): string {
  return name
    .replaceAll('::', '/')
    .replace(/^self\//, './')
    .replace(/^super\//, '../')
}
