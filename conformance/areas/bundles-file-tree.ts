import { fileTree } from '../../src/bundles/bundles.ts'
import type { Area } from '../area.ts'

/** Paths as a tree. */
export const bundlesFileTree: Area = (given) => ({ tree: fileTree(given.paths as string[]) })
