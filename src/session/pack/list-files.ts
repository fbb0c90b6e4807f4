import { compileGlob } from '../../bundles/glob/compile-glob.ts'
import type { Listing } from '../../sources/source.ts'
import type { PackPorts } from './pack-ports.ts'
import type { PackRequest } from './pack-request.ts'

/** The files that a request speaks of, in order of path. */
export async function listFiles(
  { source }: PackPorts,
  { paths, include, exclude, isOutput }: PackRequest,
): Promise<Listing> {
  const listing = await source.list(paths)
  const matches = wantedBy(include, exclude)
  const isWanted = (path: string): boolean => matches(path) && isOutput?.(path) !== true
  return {
    paths: listing.paths.filter(isWanted),
    unlisted: listing.unlisted.filter(({ path }) => isWanted(path)),
  }
}

/**
 * As in ignore files: a glob without a slash is matched with names, at any depth, any other, and one that begins with `./` or `/`, with paths; one that matches a folder has
 * all below it.
 */
function wantedBy(include: readonly string[], exclude: readonly string[]): (path: string) => boolean {
  const [included, excluded] = [include.flatMap(matchers), exclude.flatMap(matchers)]
  return (path) =>
    (included.length === 0 || included.some((matches) => matches(path))) && !excluded.some((matches) => matches(path))
}

function matchers(glob: string): ((path: string) => boolean)[] {
  const plain = glob.replace(/\/$/, '')
  const rooted = plain.replace(/^\.?\//, '')
  const deep = rooted.includes('/') || rooted !== plain ? rooted : `**/${rooted}`
  return [compileGlob(deep), compileGlob(`${deep}/**`)]
}
