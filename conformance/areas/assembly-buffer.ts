import {
  type BufferNode,
  type BufferStep,
  type Candidate,
  characters,
  type Edge,
  estimate,
  generateInBuffer,
  type HistoryStrategy,
  type Kept,
  type LeftOut,
  type Marker,
  type Measure,
  type Part,
  pathEntries,
  plan,
  resolvePath,
  type Selection,
  type Span,
  switchInBuffer,
  systemCandidates,
  toBufferText,
} from '../../src/index.ts'
import type { Area, Given } from '../area.ts'
import { type GivenNode, partsOf } from './path-candidates.ts'
import { errorOf, leftOutField } from './planning-invariants.ts'
import { unlimited } from './unlimited.ts'

interface Action {
  readonly kind: 'generate' | 'switch'
  readonly texts?: readonly string[]
  readonly to?: string
}

/** A tree as a document. */
export const assemblyBuffer: Area = (given) => {
  if (given.action === undefined) return documentOf(given)
  const nodes = nodesOf(given)
  const state = { head: headOf(given), workingBuffer: (given.workingBuffer as string) ?? '' }
  const action = given.action as Action
  let count = 0
  const newId = (): string => `added ${count++}`
  const step: BufferStep =
    action.kind === 'generate'
      ? generateInBuffer(state, action.texts ?? [], newId)
      : switchInBuffer(state, action.to ?? '', newId)
  const after = {
    ...given,
    path: undefined,
    nodes: [...nodes, ...step.added.map(asGiven)],
    edges: [...edgesOf(given), ...step.added.flatMap(edgeInto)],
    head: step.head,
    workingBuffer: '',
  }
  return {
    ...documentOf(after),
    nodesAdded: step.added.map(({ author, text }) => ({ authorType: author, text })),
    workingBuffer: '',
  }
}

function documentOf(given: Given): Given {
  const measure = given.measure === 'estimate' ? estimate : characters
  const nodes = new Map(nodesOf(given).map((node) => [node.id, node]))
  const system = systemOf(given, measure)
  const buffer = (given.workingBuffer as string) ?? ''
  const result = plan({
    ...unlimited,
    ...(given.limit === undefined ? {} : { budget: { window: given.limit as number, reserved: 0, safety: 0 } }),
    settings: {
      historyStrategy: (given.strategy as HistoryStrategy) ?? 'truncateMiddle',
      minimumRecentNodes: (given.minimumRecentNodes as number) ?? 4,
      markerSize: (given.markerSize as number) ?? 0,
      shares: {},
    },
    candidates: [...pathOf(given, nodes, measure), ...bufferOf(buffer, measure), ...system],
    measure: measure.id,
  })
  if (result.kind === 'refusal') return { error: errorOf(result) }
  const texts = [...nodes.values(), ...systemNodes(given), { id: 'working buffer', text: buffer }]
  const contents = new Map<string, readonly Part[]>(texts.map((node) => [node.id, partsOf(node)]))
  const { text, system: sent } = toBufferText(result, contents)
  return {
    document: text,
    nodes: result.kept.flatMap((entry) => (entry.kind === 'kept' && nodes.has(entry.id) ? [entry.id] : [])),
    system: sent,
    leftOut: leftOutFields(result.leftOut, given.limit !== undefined),
    limit: result.budget.limit,
    estimate: result.budget.used,
    truncated: result.truncation.truncated,
    recentShrunk: result.truncation.recentShrunk,
    sequence: result.kept.flatMap(stepOf),
  }
}

function nodesOf(given: Given): GivenNode[] {
  return ((given.path ?? given.nodes) as GivenNode[]) ?? []
}

function edgesOf(given: Given): Edge[] {
  if (given.path === undefined) return given.edges as Edge[]
  const path = given.path as GivenNode[]
  return path.flatMap((node, at) => {
    const before = path[at - 1]
    return before ? edgeInto({ id: node.id, parent: before.id }) : []
  })
}

function edgeInto({ id, parent }: Pick<BufferNode, 'id' | 'parent'>): Edge[] {
  if (parent === null) return []
  return [{ id: `into ${id}`, target: id, type: 'continuation', sources: [{ node: parent, role: 'primary' }] }]
}

function asGiven({ id, author, text }: BufferNode): GivenNode {
  return { id, authorType: author, text }
}

function headOf(given: Given): string | null {
  return given.path === undefined ? (given.head as string) : ((given.path as GivenNode[]).at(-1)?.id ?? null)
}

function pathOf(given: Given, nodes: ReadonlyMap<string, GivenNode>, measure: Measure): Candidate[] {
  const head = headOf(given)
  if (head === null) return []
  const order = [...nodes.keys()]
  const edges = edgesOf(given)
  const tree = {
    incoming: (node: string) => edges.filter(({ target }) => target === node),
    createdAt: (node: string) => (nodes.get(node) as { createdAt?: number }).createdAt ?? order.indexOf(node),
  }
  const selections = new Map(Object.entries((given.selections ?? {}) as { [target: string]: Selection }))
  const entries = pathEntries(resolvePath(tree, head, selections), {
    annotations: () => [],
    bar: (id) => (nodes.get(id)?.excluded ? 'excluded' : nodes.get(id)?.pruned ? 'pruned' : undefined),
  })
  return entries.map(({ node: id, bar }) => {
    const { text = '', authorType = 'human' } = nodes.get(id) ?? {}
    const barred = bar ?? (text === '' ? 'empty' : undefined)
    return {
      id,
      section: 'history',
      author: authorType,
      forms: [{ kind: 'full', size: measure.count(text), content: id }],
      ...(barred === undefined ? {} : { bar: barred }),
    }
  })
}

function bufferOf(text: string, measure: Measure): Candidate[] {
  if (text === '') return []
  const full = { kind: 'full', size: measure.count(text), content: 'working buffer' } as const
  return [{ id: 'working buffer', section: 'input', author: 'human', newestInput: true, forms: [full] }]
}

function systemNodes(given: Given): GivenNode[] {
  return [
    ...(given.agentText === undefined ? [] : [{ id: 'system:agent', text: given.agentText as string }]),
    ...(given.conversationText === undefined
      ? []
      : [{ id: 'system:conversation', text: given.conversationText as string }]),
    ...((given.instructions as GivenNode[]) ?? []),
  ]
}

function systemOf(given: Given, measure: Measure): Candidate[] {
  const isOff = given.bufferModeSystemContext !== true
  const texts = systemNodes(given).map(({ id, text = '' }) => ({
    id,
    text,
    content: id,
    ...(isOff ? { bar: 'system-off' as const } : {}),
  }))
  return systemCandidates(texts, measure)
}

/** The texts of agent and conversation are one system text. */
function leftOutFields(leftOut: readonly (LeftOut | Span)[], withSpans: boolean): Given[] {
  let isTold = false
  return leftOut.flatMap((entry): Given[] => {
    if (entry.kind === 'span') return withSpans ? [leftOutField(entry)] : []
    if (!entry.id.startsWith('system:')) return [{ node: entry.id, reason: entry.reason.kind }]
    if (isTold) return []
    isTold = true
    return [{ section: 'system', reason: entry.reason.kind }]
  })
}

function stepOf(entry: Kept | Marker): unknown[] {
  if (entry.kind === 'marker') return [{ marker: { omitted: entry.omitted } }]
  if (entry.section === 'system') return []
  return entry.id === 'working buffer' ? [{ workingBuffer: true }] : [entry.id]
}
