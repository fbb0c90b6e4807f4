import type { Command } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import type { Workspace } from '../../../config/open.ts'
import { settingsOf } from '../../../config/settings/settings-of.ts'
import type { Conversation } from '../../../history/conversation.ts'
import { type Edge, edgeNumber } from '../../../history/edge.ts'
import type { Gone, Node } from '../../../history/node.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { authorStyle } from '../../print/author.ts'
import { count, measureName, minute } from '../../print/figures.ts'
import { partLines } from '../../print/parts.ts'
import { sanitize, sanitizeLine } from '../../print/sanitize.ts'
import { padToWidth } from '../../print/width.ts'
import { checkedOut, findConversation, findNode, UnknownReference } from '../../read/find.ts'
import { lengthOf, nodeData, readNode, totalSize } from '../../read/nodes.ts'

/** `heddle show [ID]`: a node with its parts, or a conversation. */
export function addShow(program: Command, context: Context): void {
  addCommand(program, 'show [id]', 'show a node with its parts, or a conversation (default: the current one)', [
    'show',
    'show k3x9',
    'show my-branch',
    'show --last --json',
  ])
    .option('--last', 'the conversation that changed last')
    .action(async (reference: string | undefined, { last = false }: { readonly last?: boolean }) => {
      const workspace = await context.workspace()
      const found = await nodeOf(workspace, reference)
      if (found) return await showNode(context, workspace, found.node)
      await showConversation(context, workspace, await conversationOf(workspace, reference, last))
    })
}

/** A node of the current conversation or any other; undefined where nothing of that id is a node. */
async function nodeOf(
  workspace: Workspace,
  reference: string | undefined,
): Promise<{ readonly node: Node } | undefined> {
  if (reference === undefined || (await workspace.store.conversations()).length === 0) return undefined
  try {
    return { node: await findNode(workspace, await findConversation(workspace, undefined), reference) }
  } catch (error) {
    if (error instanceof UnknownReference) return undefined
    throw error
  }
}

async function conversationOf(
  workspace: Workspace,
  reference: string | undefined,
  last: boolean,
): Promise<Conversation> {
  try {
    return await findConversation(workspace, reference, { last })
  } catch (error) {
    if (!(error instanceof UnknownReference)) throw error
    throw new UnknownReference(
      'node or conversation',
      error.reference,
      '`heddle log` lists nodes, `heddle ls` conversations.',
    )
  }
}

async function showNode(context: Context, workspace: Workspace, found: Node): Promise<void> {
  const conversation = await workspace.store.conversation(found.conversation)
  const measure = await workspace.engine.loadMeasure((await callModel(workspace, context.io.env, conversation)).measure)
  const node = await readNode(workspace, found, measure)
  const parent = node.parent === null ? undefined : await workspace.store.node(node.parent)
  const { content, hash, parts } = node
  const around = await surroundings(workspace, found)
  const known = await surroundingFacts(workspace, around)
  context.print({ kind: 'node', ...nodeData(node), measure: measure.id, content, hash, ...around, parts }, () => [
    `${context.style.yellow(node.shortId)} ${authorStyle(node.author, context.style)(node.author)}${
      node.authorId === undefined ? '' : ` ${sanitizeLine(node.authorId)}`
    }${node.barred ? ` ${context.style.red(`✗ ${node.barred}`)}` : ''}${node.gone ? ` ${context.style.red(node.gone)}` : ''}`,
    ...facts(context, {
      id: node.id,
      conversation: conversation ? `${conversation.shortId} ${sanitizeLine(conversation.title)}` : node.conversation,
      parent: parent?.shortId ?? 'none, this is the root',
      ...known,
      depth: count(node.depth),
      time: minute(node.createdAt),
      size: `${count(node.size)} ${measureName(measure.id)}`,
    }),
    '',
    ...(node.gone ? [goneLine(node.gone)] : partLines(node.parts, context.style)),
  ])
}

/** What is known of a node besides what it says. */
interface Surroundings {
  readonly annotation: boolean
  readonly editedFrom: string | null
  /** What leads to it: several edges, or several primary sources of one, are ways to choose from with `heddle select`. */
  readonly edges: readonly Edge[]
  readonly notes: readonly string[]
  readonly bookmark: string | null
  readonly tags: readonly string[]
}

async function surroundings({ store }: Workspace, node: Node): Promise<Surroundings> {
  const revision = await store.revision()
  const bookmarks = await store.bookmarks(node.conversation)
  return {
    annotation: node.annotation === true,
    editedFrom: node.editedFrom ?? null,
    edges: (await store.edges([node.id], revision)).get(node.id) ?? [],
    notes: (await store.annotations([node.id], revision)).get(node.id) ?? [],
    bookmark: bookmarks.find((bookmark) => bookmark.node === node.id)?.label ?? null,
    tags: await store.tags(node.id),
  }
}

/** The same as lines, each only where there is something to tell. */
async function surroundingFacts(
  { store }: Workspace,
  { annotation, editedFrom, edges, notes, bookmark, tags }: Surroundings,
): Promise<{ readonly [name: string]: string }> {
  const shortId = async (id: string): Promise<string> => (await store.node(id))?.shortId ?? id
  const ways = edges.flatMap(({ id, sources }) =>
    sources.map(({ node, role }) => ({ edge: edgeNumber(id), node, role })),
  )
  const told = ways.length < 2 ? [] : ways
  const named = told.map(async ({ edge, node, role }) => `edge ${edge} from ${await shortId(node)} (${role})`)
  return {
    ...(annotation ? { kind: 'a note about its parent' } : {}),
    ...(editedFrom === null ? {} : { version: `of ${await shortId(editedFrom)}` }),
    ...(told.length === 0 ? {} : { ways: (await Promise.all(named)).join(', ') }),
    ...(notes.length === 0 ? {} : { notes: (await Promise.all(notes.map(shortId))).join(', ') }),
    ...(bookmark === null ? {} : { bookmark: `★ ${sanitizeLine(bookmark)}`.trim() }),
    ...(tags.length === 0 ? {} : { tags: tags.map(sanitizeLine).join(', ') }),
  }
}

async function showConversation(context: Context, workspace: Workspace, conversation: Conversation): Promise<void> {
  const { measure: measureId, agent } = await callModel(workspace, context.io.env, conversation)
  const measure = await workspace.engine.loadMeasure(measureId)
  const branch = await checkedOut(workspace, conversation)
  const branches = await workspace.store.branches(conversation.id)
  const path = await lengthOf(workspace, branch)
  const size = await totalSize(workspace, branch, measure)
  const { bundles } = (await settingsOf(workspace.paths, context.io.env, conversation)).values
  const data = { kind: 'conversation', ...conversation, branches, nodes: path, size, measure: measureId, bundles }
  context.print(data, () => [
    `${context.style.yellow(conversation.shortId)} ${sanitizeLine(conversation.title || '(no title)')}`,
    ...facts(context, {
      id: conversation.id,
      mode: conversation.mode,
      branch: sanitizeLine(branch.name),
      branches: count(branches.length),
      nodes: `${count(path)} on this branch`,
      size: `${count(size)} ${measureName(measureId)}`,
      agent: agent === null ? 'none' : sanitizeLine(agent.name),
      tools:
        conversation.tools.length === 0 ? 'none' : conversation.tools.map(({ name }) => sanitizeLine(name)).join(', '),
      bundles: bundles.length === 0 ? 'none' : bundles.map(sanitizeLine).join(', '),
      origin: sanitizeLine(conversation.origin ?? 'begun here'),
      created: minute(conversation.createdAt),
      changed: minute(conversation.updatedAt),
    }),
    ...(conversation.system === null
      ? []
      : ['', context.style.dim('── system'), ...sanitize(conversation.system).split('\n')]),
  ])
}

function facts({ style }: Context, named: { readonly [name: string]: string }): string[] {
  const widest = Math.max(...Object.keys(named).map((name) => name.length))
  return Object.entries(named).map(([name, value]) => `${style.dim(padToWidth(name, widest))}  ${value}`)
}

function goneLine(gone: Gone): string {
  return gone === 'purged'
    ? '(purged: its content was taken out of the store for good)'
    : '(lost: its content could not be read when the store was repaired)'
}
