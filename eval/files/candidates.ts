import type { FileAt } from './repository.ts'

/** Which files of a repository a task may be about. Any other repository's are all in its folder `src`. */
const sources: { readonly [repository: string]: RegExp } = {
  kysely: /^src\/.*\.ts$/,
  zod: /^packages\/zod\/src\/.*\.ts$/,
}

const notSource = [
  /\.(?:test|spec)\.|_test\.|\.d\.ts$|test-d/,
  /__tests__|fixtures|bench|playground|website/,
  /(?:^|\/)(?:tests?|testing|examples?|docs?)\//,
]

/** The source files among those of a repository. */
export function candidatesIn(repository: string, files: readonly FileAt[]): readonly FileAt[] {
  const source = sources[repository] ?? /^src\//
  return files.filter(({ path }) => source.test(path) && !notSource.some((pattern) => pattern.test(path)))
}
