import { type Edge, type EdgeSource, edgeId } from '../../history/edge.ts'
import type { BranchFact } from '../../history/edits/branch-fact.ts'
import type { NewNode, Store } from '../../stores/store.ts'
import { sampleConversation, sampleId } from '../store-contract/samples.ts'
import type { Step } from './steps.ts'

interface Written {
  readonly id: string
  readonly parent: string | null
  readonly annotation: boolean
}

/** A conversation as the steps know it: what was written, and its branches. */
interface Known {
  readonly id: string
  readonly nodes: Written[]
  readonly branches: string[]
}

type Only<Kind> = Extract<Step['step'], { readonly kind: Kind }>

/** Where a step is made. */
interface Place {
  readonly store: Store
  readonly here: Known
  readonly there: Known
  newNumber(): number
}

/** Both conversations begin with a chain, written in turns. */
const beginnings: readonly Step[] = [false, true, false, true, false, false].map((other) => ({
  other,
  step: {
    kind: 'append',
    measures: [],
    nodes: ['human', 'model', 'human', 'model'].map((author, at) => ({
      up: 0,
      way: 'child',
      edited: 0,
      author: author === 'human' ? 'human' : 'model',
      parts: [{ kind: 'text', text: `text ${at}` }],
      sources: [],
      createdAt: at,
    })),
  },
}))

const nowhere: Known = { id: 'nowhere', nodes: [], branches: [] }

/** Runs steps on a store, and returns everything it answered; errors by their code. */
export async function answers(store: Store, steps: readonly Step[]): Promise<unknown[]> {
  const known: Known[] = []
  for (const number of [1, 2]) {
    const [conversation, branch] = sampleConversation(number)
    await store.createConversation(conversation, branch)
    known.push({ id: conversation.id, nodes: [], branches: [branch.id] })
  }
  const answered: unknown[] = []
  let numbers = 0
  const newNumber = (): number => ++numbers
  for (const { other, step } of [...beginnings, ...steps]) {
    try {
      answered.push(
        await answer(
          { store, here: known[other ? 1 : 0] ?? nowhere, there: known[other ? 0 : 1] ?? nowhere, newNumber },
          step,
        ),
      )
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      answered.push({ error: error.code })
    }
  }
  const { bytes: _, ...stats } = await store.stats()
  return [...answered, stats, await store.conversations(), await store.revision()]
}

async function answer(place: Place, step: Step['step']): Promise<unknown> {
  switch (step.kind) {
    case 'append':
      return append(place, step)
    case 'edge':
      return addEdge(place, step)
    case 'facts':
      return addFacts(place, step)
    case 'fork':
      return fork(place, step)
    case 'mark':
      return place.store.mark(
        step.ups.map((up) => nodeAt(place, up)?.id ?? 'nobody'),
        'excluded',
        step.on,
        0,
      )
    case 'prune':
      return place.store.prune(idAt(place, step.up), 7)
    case 'restore': {
      const prunes = await place.store.prunes(place.here.id)
      await place.store.restore(prunes[step.which % (prunes.length + 1)]?.id ?? 'none', 8)
      return prunes
    }
    case 'select':
      return select(place, step)
    case 'jot':
      return jot(place, step)
    case 'read':
      return read(place, step)
    case 'look':
      return look(place, step)
    case 'search':
      return search(place, step)
    default:
      return step satisfies never
  }
}

function nodeAt({ here, there }: Place, up: number): Written | undefined {
  if (up < 0) return there.nodes.at(up)
  return here.nodes[Math.max(0, here.nodes.length - 1 - up)]
}

function idAt(place: Place, up: number): string {
  return nodeAt(place, up)?.id ?? 'nobody'
}

function branchAt({ here }: Place, number: number): string {
  return here.branches[number % here.branches.length] ?? 'no branch'
}

async function append(place: Place, { nodes, measures }: Only<'append'>): Promise<unknown> {
  const { store, here, newNumber } = place
  const before = here.nodes.length
  const made = nodes.map(({ up, way, edited, author, parts, sources, createdAt }): NewNode => {
    const at = nodeAt(place, way === 'version' ? edited : up)
    const id = sampleId(newNumber())
    const isVersion = way === 'version' && at !== undefined
    const parent = isVersion ? at.parent : (at?.id ?? null)
    const annotation = isVersion ? at.annotation : way === 'note' && parent !== null
    const other = here.nodes[0]?.id
    const from = sources.map((source): EdgeSource => ({ node: idAt(place, source.up), role: source.role }))
    here.nodes.push({ id, parent, annotation })
    return {
      id,
      parent,
      author,
      parts,
      createdAt,
      key: id,
      ...(annotation ? { annotation: true as const } : {}),
      ...(from.length > 0 && parent !== null ? { sources: from } : {}),
      ...(isVersion ? { editedFrom: at.id } : {}),
      ...(way === 'stray version' && other !== undefined ? { editedFrom: other } : {}),
    }
  })
  try {
    const branch = here.branches[0] ?? ''
    return await store.append(made, { conversation: here.id, branch, measures })
  } catch (error) {
    here.nodes.splice(before)
    throw error
  }
}

async function addEdge(place: Place, { target, type, primary, sources, choose }: Only<'edge'>): Promise<unknown> {
  const from = sources.map(({ up, role }): EdgeSource => ({ node: idAt(place, up), role }))
  const all: EdgeSource[] = [...from, { node: idAt(place, primary), role: 'primary' }]
  const edge = await place.store.addEdge({ target: idAt(place, target), type, sources: all }, 5)
  if (choose && type === 'continuation') await place.store.select(branchAt(place, 0), edge.target, { edge: edge.id }, 6)
  return edge
}

async function fork(place: Place, { branch, up }: Only<'fork'>): Promise<unknown> {
  const { store, here, newNumber } = place
  const id = `fork ${newNumber()}`
  const head = nodeAt(place, up)?.id ?? null
  const parent = branchAt(place, branch)
  await store.createBranch({ id, conversation: here.id, name: id, parent, forkPoint: head, head, createdAt: 1 })
  here.branches.push(id)
  return [await store.branches(here.id), await allSelections(place)]
}

/** Mostly of a node where there is something to choose. */
async function select(place: Place, { branch, target, edge, source }: Only<'select'>): Promise<unknown> {
  const { store, here } = place
  const all = await store.edges(
    here.nodes.map((node) => node.id),
    Number.MAX_SAFE_INTEGER,
  )
  const joints = [...all].flatMap(([id, edges]) => (primariesOf(edges).length > 1 ? [id] : []))
  const id =
    (target === undefined ? joints.at(-1 - ((edge ?? source ?? 0) % 5)) : undefined) ?? idAt(place, target ?? 0)
  const edges = all.get(id) ?? []
  const primaries = primariesOf(edges)
  const chosen = branchAt(place, branch)
  const selection = {
    ...(edge === undefined ? {} : { edge: edgeId(id, edge % (edges.length + 1)) }),
    ...(source === undefined ? {} : { source: primaries[source % (primaries.length + 1)] ?? idAt(place, source) }),
  }
  await store.select(chosen, id, selection, 3)
  return allSelections(place)
}

async function addFacts(place: Place, { branch, ups, move }: Only<'facts'>): Promise<unknown> {
  const { store, here, newNumber } = place
  const facts = ups.map((up): BranchFact => ({ kind: 'head', at: newNumber(), node: idAt(place, up) }))
  await store.addFacts(branchAt(place, branch), facts, ...(move ? [{ head: idAt(place, ups[0] ?? 0) }] : []))
  return Promise.all(here.branches.map((each) => store.facts(each)))
}

async function allSelections({ store, here }: Place): Promise<unknown> {
  return Promise.all(here.branches.map((branch) => store.selections(branch)))
}

function primariesOf(edges: readonly Edge[]): string[] {
  return edges.flatMap(({ sources }) => sources.filter(({ role }) => role === 'primary').map(({ node }) => node))
}

async function jot(place: Place, { up, what, text }: Only<'jot'>): Promise<unknown> {
  const { store, newNumber } = place
  const id = idAt(place, up)
  if (what === 'bookmark' || what === 'unbookmark')
    await store.bookmark(id, what === 'bookmark' ? text : null, newNumber())
  else if (what === 'visit') await store.visit(id, newNumber() % 4)
  else await store.tag(id, text, what === 'tag')
  return id
}

async function read(place: Place, step: Only<'read'>): Promise<unknown> {
  const { store, here } = place
  const { up, branch, from, length, back, size, perNode, measure } = step
  const revision = Math.max(0, (await store.revision()) - back)
  const route = await store.route(idAt(place, up), branch === undefined ? undefined : branchAt(place, branch))
  const to = from + length
  const ids = [...here.nodes.map(({ id }) => id), 'nobody']
  return [
    route,
    await store.length(route),
    await store.path(route, from, to, measure),
    await store.positionOfSize(route, size, perNode, measure),
    await store.marked(route, from, to, measure, revision),
    await store.sources(route, from, to, revision),
    await store.instructions(route, revision),
    await store.positions(route, ids),
    await store.barred(ids, revision),
    await store.annotations(ids, revision),
    await store.nodes(ids, measure),
  ]
}

async function look(place: Place, step: Only<'look'>): Promise<unknown> {
  const { store, here } = place
  const { up, type, after, before, limit, text, back } = step
  const id = idAt(place, up)
  const stretch = {
    limit,
    ...(after === undefined ? {} : { after: idAt(place, after) }),
    ...(before === undefined ? {} : { before: idAt(place, before) }),
  }
  const revision = Math.max(0, (await store.revision()) - back)
  const ids = [...here.nodes.map((node) => node.id), 'nobody']
  return [
    await store.node(id),
    await store.children(id, { ...stretch, type }),
    await store.siblings(id),
    await store.descendantCount(id),
    await store.written(here.id, stretch),
    await store.root(here.id),
    await store.edges(ids, revision),
    await store.prunes(here.id),
    await store.bookmarks(here.id),
    await store.tags(id),
    await store.tagged(here.id, text),
    await store.visits(ids),
    await store.lastVisitedChild(id),
    await store.unread(here.id, { limit, ...(after === undefined ? {} : { after: idAt(place, after) }) }),
    await store.imported(here.id, [id, 'nothing']),
  ]
}

/** What is found is compared, not its order: each store ranks in its own way. */
async function search(place: Place, { up, query, where }: Only<'search'>): Promise<unknown> {
  const { store, here } = place
  const hits = await store.search(query, {
    limit: 1000,
    ...(where === 'conversation' ? { conversation: here.id } : {}),
    ...(where === 'route' ? { route: await store.route(idAt(place, up)) } : {}),
  })
  return hits.toSorted((a, b) => (a.node < b.node ? -1 : 1))
}
