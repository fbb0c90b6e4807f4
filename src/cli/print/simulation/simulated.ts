import type { SimulatedCall } from '../../../session/simulate/simulated-call.ts'
import type { SimulationTotal } from '../../../session/simulate/total.ts'
import type { Style } from '../../context.ts'

/** A policy, and what the calls come to under it. */
export interface Simulated {
  readonly name: string
  readonly calls: readonly SimulatedCall[]
  readonly total: SimulationTotal
}

/** How simulations are shown: `label` turns a node's id into what a person reads. */
export interface SimulationView {
  readonly style: Style
  readonly width: number | undefined
  readonly label: (node: string) => string
  /** US dollars for a million input tokens; null where that is not known. */
  readonly price: number | null
}

/** The letter under which a policy's figures stand, where there are several. */
export function letterOf(place: number): string {
  return String.fromCharCode(65 + place)
}
