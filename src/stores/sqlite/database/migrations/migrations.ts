import { start } from './0001-start.ts'
import { trees } from './0002-trees.ts'
import { edits } from './0003-edits.ts'
import { bundles } from './0004-bundles.ts'
import { calls } from './0005-calls.ts'

/** The steps from an empty database to the newest schema, in order. Step n leads to schema version n; none ever changes. */
export const migrations: readonly string[] = [start, trees, edits, bundles, calls]
