import manifest from '../package.json' with { type: 'json' }

/** The sources that are published as they are named: one for each subpath in the manifest's `exports`. */
export const publicEntries: readonly string[] = Object.values(manifest.exports).flatMap(sourceOf)

/** `./dist/x/y.js` is built from `src/x/y.ts`; a subpath that is a plain file is not built. */
function sourceOf(target: string | { readonly default: string }): string[] {
  return typeof target === 'string' ? [] : [target.default.replace('./dist/', 'src/').replace(/[.]js$/, '.ts')]
}
