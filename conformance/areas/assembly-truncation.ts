import {
  type Candidate,
  characters,
  estimate,
  type HistoryStrategy,
  type Kept,
  type Marker,
  type Measure,
  type PlanInput,
  plan,
} from '../../src/index.ts'
import type { Area, Given } from '../area.ts'
import { errorOf, leftOutField } from './planning-invariants.ts'

interface GivenNode {
  readonly id: string
  readonly authorType: 'human' | 'model' | 'tool' | 'system'
  readonly text: string
  readonly toolCalls?: readonly string[]
  readonly toolResult?: string
}

/** The strategies over a path of nodes, each of which costs the size of its text. */
export const assemblyTruncation: Area = (given) => {
  const measure = given.measure === 'characters' ? characters : estimate
  const result = plan({
    budget: budgetOf(given),
    candidates: [...systemOf(given, measure), ...historyOf(given.nodes as GivenNode[], measure)],
    settings: {
      historyStrategy: (given.strategy as HistoryStrategy) ?? 'truncateMiddle',
      minimumRecentNodes: (given.minimumRecentNodes as number) ?? 4,
      markerSize: (given.markerSize as number) ?? 0,
      shares: {},
    },
    measure: measure.id,
  })
  if (result.kind === 'refusal') return { error: errorOf(result) }
  return {
    limit: result.budget.limit,
    estimate: result.budget.used,
    truncated: result.truncation.truncated,
    sequence: result.kept.flatMap(stepOf),
    leftOut: result.leftOut.map(leftOutField),
    recentShrunk: result.truncation.recentShrunk,
  }
}

function budgetOf({ limit, window, reserved = 1024, safety = 0 }: Given): PlanInput['budget'] {
  if (limit !== undefined) return { window: limit as number, reserved: 0, safety: 0 }
  return { window: window as number, reserved: reserved as number, safety: safety as number }
}

function systemOf({ systemText }: Given, measure: Measure): Candidate[] {
  if (systemText === undefined) return []
  return [{ id: 'system', section: 'system', forms: [{ kind: 'full', size: measure.count(systemText as string) }] }]
}

function historyOf(nodes: readonly GivenNode[], measure: Measure): Candidate[] {
  const callers = new Map(nodes.flatMap((node) => (node.toolCalls ?? []).map((call) => [call, node.id])))
  return nodes.map((node) => {
    const atom = node.toolCalls ? node.id : node.toolResult && callers.get(node.toolResult)
    return {
      id: node.id,
      section: 'history',
      author: node.authorType,
      forms: [{ kind: 'full', size: measure.count(node.text) }],
      ...(atom === undefined ? {} : { atom }),
    }
  })
}

function stepOf(entry: Kept | Marker): unknown[] {
  if (entry.kind === 'marker') return [{ marker: { omitted: entry.omitted } }]
  return entry.section === 'system' ? [] : [entry.id]
}
