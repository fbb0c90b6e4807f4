/** Languages whose files need each other in the same way. */
export type Family = 'script' | 'style' | 'python' | 'c' | 'go' | 'rust' | 'jvm' | 'php' | 'ruby'

const extensions: { readonly [Each in Family]: string } = {
  script: 'ts tsx mts cts js jsx mjs cjs vue svelte astro mdx',
  style: 'css scss sass less',
  python: 'py pyi',
  c: 'c h cc hh cpp hpp cxx hxx m mm cu cuh ino',
  go: 'go',
  rust: 'rs',
  jvm: 'java kt kts scala groovy',
  php: 'php',
  ruby: 'rb rake',
}

const families: ReadonlyMap<string, Family> = new Map(
  Object.entries(extensions).flatMap(([family, all]) => all.split(' ').map((each) => [each, family as Family])),
)

/** The family of a file, by its extension; undefined where it is not known how such files name each other. */
export function familyOf(path: string): Family | undefined {
  return families.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
}
