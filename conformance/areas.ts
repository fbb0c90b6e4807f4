import type { Area } from './area.ts'
import { assemblyBuffer } from './areas/assembly-buffer.ts'
import { assemblyDialogue } from './areas/assembly-dialogue.ts'
import { assemblyPaths } from './areas/assembly-paths.ts'
import { assemblySystem } from './areas/assembly-system.ts'
import { assemblyTruncation } from './areas/assembly-truncation.ts'
import { bundlesCompile } from './areas/bundles-compile.ts'
import { bundlesExclusions } from './areas/bundles-exclusions.ts'
import { bundlesFileTree } from './areas/bundles-file-tree.ts'
import { bundlesGlobs } from './areas/bundles-globs.ts'
import { bundlesLinks } from './areas/bundles-links.ts'
import { bundlesMergeSettings } from './areas/bundles-merge-settings.ts'
import { bundlesSnapshot } from './areas/bundles-snapshot.ts'
import { historyCheckpoints } from './areas/history-checkpoints.ts'
import { historyMentions } from './areas/history-mentions.ts'
import { historyPairs } from './areas/history-pairs.ts'
import { historyRepeats } from './areas/history-repeats.ts'
import { historyTooLongErrors } from './areas/history-too-long-errors.ts'
import { historyTruncationRange } from './areas/history-truncation-range.ts'
import { planningInvariants } from './areas/planning-invariants.ts'
import { tokensEstimate } from './areas/tokens-estimate.ts'

/** The areas that can be run, by name. */
export const areas: { readonly [name: string]: Area } = {
  'assembly/buffer': assemblyBuffer,
  'assembly/dialogue': assemblyDialogue,
  'assembly/paths': assemblyPaths,
  'assembly/system': assemblySystem,
  'assembly/truncation': assemblyTruncation,
  'bundles/compile': bundlesCompile,
  'bundles/exclusions': bundlesExclusions,
  'bundles/file-tree': bundlesFileTree,
  'bundles/globs': bundlesGlobs,
  'bundles/links': bundlesLinks,
  'bundles/merge-settings': bundlesMergeSettings,
  'bundles/snapshot': bundlesSnapshot,
  'history/pairs': historyPairs,
  'history/checkpoints': historyCheckpoints,
  'history/mentions': historyMentions,
  'history/repeats': historyRepeats,
  'history/too-long-errors': historyTooLongErrors,
  'history/truncation-range': historyTruncationRange,
  'planning/invariants': planningInvariants,
  'tokens/estimate': tokensEstimate,
}
