import type { Command } from 'commander'
import { setCurrent } from '../../../config/current.ts'
import type { Workspace } from '../../../config/open.ts'
import type { Conversation } from '../../../history/conversation.ts'
import type { Branch } from '../../../history/node.ts'
import { fork } from '../../../session/say.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { ago, count } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { table } from '../../print/table.ts'
import { checkedOut, findConversation, lookUpBranch, UnknownReference } from '../../read/find.ts'
import { lengthOf } from '../../read/nodes.ts'
import { branchWith, comeBack, freeName, nodeOrPlace, placeOf } from '../../read/place.ts'

interface InConversation {
  readonly conversation?: string
}

interface Row extends Branch {
  readonly current: boolean
  readonly nodes: number
  readonly forkPointShortId: string | null
  readonly headShortId: string | null
  readonly parentName: string | null
}

/** `heddle branch`: the branches of a conversation. */
export function addBranch(program: Command, context: Context): void {
  addCommand(program, 'branch', 'list the branches of a conversation', ['branch', 'branch --json'])
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .action(async (options: InConversation) => {
      const workspace = await context.workspace()
      const conversation = await findConversation(workspace, options.conversation)
      const branches = await workspace.store.branches(conversation.id)
      const rows: Row[] = []
      for (const branch of branches) rows.push(await rowOf(workspace, conversation, branch, branches))
      const { io, style } = context
      context.print(rows, () =>
        table(
          rows,
          [
            { title: '', value: ({ current }) => (current ? '*' : ''), style: style.green },
            { title: 'branch', value: ({ name }) => name, flexible: true },
            { title: 'nodes', value: ({ nodes }) => count(nodes), align: 'right' },
            { title: 'head', value: ({ headShortId }) => headShortId ?? '', style: style.yellow },
            { title: 'from', value: ({ parentName }) => parentName ?? '', flexible: true },
            { title: 'at', value: ({ forkPointShortId }) => forkPointShortId ?? '', style: style.yellow },
            { title: 'made', value: ({ createdAt }) => ago(createdAt, io.now()) },
          ],
          { width: io.stdout.columns, head: style.dim },
        ),
      )
    })
}

async function rowOf(
  { store, ...rest }: Workspace,
  conversation: Conversation,
  branch: Branch,
  all: readonly Branch[],
): Promise<Row> {
  const shortId = async (id: string | null): Promise<string | null> =>
    id === null ? null : ((await store.node(id))?.shortId ?? null)
  return {
    ...branch,
    current: branch.id === conversation.branch,
    nodes: await lengthOf({ store, ...rest }, branch),
    forkPointShortId: await shortId(branch.forkPoint),
    headShortId: await shortId(branch.head),
    parentName: all.find(({ id }) => id === branch.parent)?.name ?? null,
  }
}

interface ForkOptions extends InConversation {
  readonly at?: string
  readonly stay?: boolean
}

/** `heddle fork [NAME] [--at NODE]`: a new branch, which is checked out. */
export function addFork(program: Command, context: Context): void {
  addCommand(program, 'fork [name]', 'make a branch that leaves the current one, and go on there', [
    'fork',
    'fork bolder --at k3x9',
    'fork idea --stay',
  ])
    .option('--at <node>', 'where it leaves (default: the head)')
    .option('--stay', 'do not go on there')
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .action(async (named: string | undefined, options: ForkOptions) => {
      if (named?.trim() === '') throw new UsageError('The name of a branch is empty. Give one, or leave it out.')
      const workspace = await context.workspace()
      const place = await placeOf(workspace, options.conversation)
      const { conversation } = place
      const node = options.at === undefined ? place.node : await nodeOrPlace(workspace, place, options.at)
      const branches = await workspace.store.branches(conversation.id)
      const from = node ? await branchWith(workspace, place.branch, branches, node) : place.branch
      const name = named ?? freeName(branches)
      const branch = await fork(workspace.engine, from, name, node?.id ?? from.head)
      if (options.stay !== true) await checkOut(workspace, { ...conversation, branch: branch.id })
      context.print(branch, () => [sanitizeLine(name)])
      const at = branch.forkPoint === null ? 'nothing' : ((await workspace.store.node(branch.forkPoint))?.shortId ?? '')
      const now = options.stay === true ? '' : ', now checked out'
      context.tell(
        context.errorStyle.dim(`branch ${sanitizeLine(name)} leaves ${sanitizeLine(from.name)} at ${at}${now}`),
      )
    })
}

/** `heddle checkout BRANCH|CONVERSATION`: goes on with another branch, or another conversation. */
export function addCheckout(program: Command, context: Context): void {
  addCommand(program, 'checkout <branch|conversation>', 'go on with another branch, or with another conversation', [
    'checkout main',
    'checkout 8fk2mz01',
  ]).action(async (reference: string) => {
    const workspace = await context.workspace()
    const current = await findConversation(workspace, undefined)
    const branch = await lookUpBranch(workspace, current, reference)
    const conversation = branch ? current : await otherConversation(workspace, current, reference)
    const target = branch ?? (await checkedOut(workspace, conversation))
    await checkOut(workspace, { ...conversation, branch: target.id })
    const { id, shortId, title } = conversation
    context.print({ conversation: { id, shortId, title }, branch: target }, () => [sanitizeLine(target.name)])
    context.tell(
      context.errorStyle.dim(
        `now in ${sanitizeLine(title || '(no title)')} (${shortId}), branch ${sanitizeLine(target.name)}`,
      ),
    )
  })
}

async function otherConversation(
  workspace: Workspace,
  current: Conversation,
  reference: string,
): Promise<Conversation> {
  try {
    return await findConversation(workspace, reference)
  } catch (error) {
    if (!(error instanceof UnknownReference)) throw error
    const names = (await workspace.store.branches(current.id)).map(({ name }) => name)
    const shown = names.slice(0, 10).join(', ')
    throw new UnknownReference(
      'branch or conversation',
      reference,
      `Branches here: ${shown}. \`heddle ls\` lists conversations.`,
    )
  }
}

async function checkOut(workspace: Workspace, conversation: Conversation): Promise<void> {
  const { store, paths } = workspace
  if ((await store.conversation(conversation.id))?.branch !== conversation.branch)
    await store.updateConversation(conversation)
  await comeBack(workspace, conversation.id)
  await setCurrent(paths, conversation.id)
}
