import type { Area } from './area.ts'
import { assemblyDialogue } from './areas/assembly-dialogue.ts'
import { assemblySystem } from './areas/assembly-system.ts'
import { assemblyTruncation } from './areas/assembly-truncation.ts'
import { historyPairs } from './areas/history-pairs.ts'
import { planningInvariants } from './areas/planning-invariants.ts'
import { tokensEstimate } from './areas/tokens-estimate.ts'

/** The areas that can be run, by name. */
export const areas: { readonly [name: string]: Area } = {
  'assembly/dialogue': assemblyDialogue,
  'assembly/system': assemblySystem,
  'assembly/truncation': assemblyTruncation,
  'history/pairs': historyPairs,
  'planning/invariants': planningInvariants,
  'tokens/estimate': tokensEstimate,
}
