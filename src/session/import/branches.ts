import type { BranchEntry, EdgeEntry, NodeEntry, SelectEntry } from '../../formats/format.ts'
import { type EdgeSource, edgeId, edgeNumber } from '../../history/edge.ts'
import type { Branch } from '../../history/node.ts'
import type { Engine } from '../engine.ts'
import type { OpenConversation } from './opened.ts'

/**
 * The branch that goes on with a new node: the one that ended at its parent, else a new one. A version of a node that
 * something follows needs none: the paths through that node come through it.
 */
export function branchFor(
  engine: Engine,
  open: OpenConversation,
  entry: NodeEntry,
  id: string,
  parent: string | null,
): Branch | undefined {
  const edited = entry.editedFrom === undefined ? undefined : open.ids.get(entry.editedFrom)
  const from = edited !== undefined && open.heads.has(edited) ? edited : (parent ?? '')
  const ended = open.heads.get(from)
  if (!ended && edited !== undefined) {
    open.owners.set(id, open.owners.get(edited) ?? open.trunk)
    return undefined
  }
  const branch = ended ? { ...ended, head: id } : forkOf(engine, open, id, parent)
  open.heads.delete(from)
  open.heads.set(id, branch)
  open.owners.set(id, branch.id)
  return branch
}

function forkOf(engine: Engine, open: OpenConversation, head: string, forkPoint: string | null): Branch {
  const branch: Branch = {
    id: engine.newId(),
    conversation: open.conversation.id,
    name: freeName(open.names, 'fork-', open.names.size),
    parent: open.owners.get(forkPoint ?? '') ?? open.trunk,
    forkPoint,
    head,
    createdAt: engine.now(),
  }
  open.names.set(branch.name, branch.id)
  return branch
}

/** The first free name of a stem and a number, counted from that number on. */
function freeName(names: ReadonlyMap<string, string>, stem: string, from: number): string {
  let number = from
  while (names.has(`${stem}${number}`)) number++
  return `${stem}${number}`
}

/** Takes in a branch of an export: a new one, or one of that name that goes on where it ended. */
export async function takeBranch(engine: Engine, open: OpenConversation, entry: BranchEntry): Promise<void> {
  const { store } = engine
  open.hasBranches = true
  const head = idOf(open, entry.head)
  const known = open.names.get(entry.name)
  const there = known === undefined ? undefined : await store.branch(known)
  const goesOn = there !== undefined && (await leadsTo(engine, there.head, head))
  if (there && goesOn && there.head !== head && head !== null) await store.moveBranch(there.id, head)
  const branch = there && goesOn ? { ...there, head } : branchOf(engine, open, entry, head)
  if (!(there && goesOn)) await store.createBranch(branch)
  open.names.set(branch.name, branch.id)
  open.branches.set(entry.name, branch)
  open.last = branch.id
  if (entry.current === true) open.current = branch.id
}

/** A branch that another has the name of gets a number behind its own. */
function branchOf(engine: Engine, open: OpenConversation, entry: BranchEntry, head: string | null): Branch {
  return {
    id: engine.newId(),
    conversation: open.conversation.id,
    name: open.names.has(entry.name) ? freeName(open.names, `${entry.name}-`, 2) : entry.name,
    parent: open.branches.get(entry.parent ?? '')?.id ?? null,
    forkPoint: idOf(open, entry.forkPoint),
    head,
    createdAt: entry.createdAt ?? engine.now(),
  }
}

/** Whether one node is the other, or stands above it on its path; nothing leads to everything. */
async function leadsTo({ store }: Engine, node: string | null, to: string | null): Promise<boolean> {
  if (node === null || node === to || to === null) return true
  return (await store.positions(await store.route(to), [node])).has(node)
}

/** What a branch of an export has chosen at a node. */
export async function takeSelection(engine: Engine, open: OpenConversation, entry: SelectEntry): Promise<void> {
  const branch = open.branches.get(entry.branch)
  const target = open.ids.get(entry.target)
  const source = entry.source === undefined ? undefined : open.ids.get(entry.source)
  if (!branch || target === undefined) return
  const selection = {
    ...(entry.edge === undefined ? {} : { edge: edgeId(target, entry.edge) }),
    ...(source === undefined ? {} : { source }),
  }
  await engine.store.select(branch.id, target, selection, engine.now())
}

/** A further edge into a node, unless the same is there. */
export async function takeEdge(engine: Engine, open: OpenConversation, entry: EdgeEntry): Promise<void> {
  const { store } = engine
  const target = open.ids.get(entry.target)
  const sources = entry.sources.flatMap(({ key, role }): EdgeSource[] => {
    const node = open.ids.get(key)
    return node === undefined ? [] : [{ node, role }]
  })
  if (target === undefined) return
  const edges = open.fresh.has(target) ? [] : ((await store.edges([target], await store.revision())).get(target) ?? [])
  const further = edges.filter(({ id }) => edgeNumber(id) > 0)
  if (further.some((edge) => edge.type === entry.type && holdsAll(edge.sources, sources))) return
  await store.addEdge({ target, type: entry.type, sources }, engine.now())
}

function holdsAll(held: readonly EdgeSource[], wanted: readonly EdgeSource[]): boolean {
  return wanted.every((one) => held.some(({ node, role }) => node === one.node && role === one.role))
}

function idOf(open: OpenConversation, key: string | null): string | null {
  return key === null ? null : (open.ids.get(key) ?? null)
}
