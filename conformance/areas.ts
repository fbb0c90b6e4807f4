import type { Area } from './area.ts'
import { assemblyBuffer } from './areas/assembly-buffer.ts'
import { assemblyDialogue } from './areas/assembly-dialogue.ts'
import { assemblyPaths } from './areas/assembly-paths.ts'
import { assemblySystem } from './areas/assembly-system.ts'
import { assemblyTruncation } from './areas/assembly-truncation.ts'
import { historyPairs } from './areas/history-pairs.ts'
import { planningInvariants } from './areas/planning-invariants.ts'
import { tokensEstimate } from './areas/tokens-estimate.ts'

/** The areas that can be run, by name. */
export const areas: { readonly [name: string]: Area } = {
  'assembly/buffer': assemblyBuffer,
  'assembly/dialogue': assemblyDialogue,
  'assembly/paths': assemblyPaths,
  'assembly/system': assemblySystem,
  'assembly/truncation': assemblyTruncation,
  'history/pairs': historyPairs,
  'planning/invariants': planningInvariants,
  'tokens/estimate': tokensEstimate,
}
