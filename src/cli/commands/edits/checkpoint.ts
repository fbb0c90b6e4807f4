import type { Command } from 'commander'
import {
  checkName,
  createCheckpoint,
  listCheckpoints,
  type Restored,
  restoreCheckpoint,
} from '../../../session/edits/checkpoints.ts'
import { EditRefused } from '../../../session/edits/errors.ts'
import { readTime } from '../../../session/edits/read-time.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { counted, minute } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { table } from '../../print/table.ts'
import { comeBack } from '../../read/place.ts'
import { branchOf, type OnBranch, shortIdOf, takesBranch } from './on-branch.ts'

/** `heddle checkpoint create|list|restore`: named moments of a branch, and going back to them. */
export function addCheckpoint(program: Command, context: Context): void {
  const checkpoint = addCommand(program, 'checkpoint', 'name moments of a branch, and go back to them', [
    'checkpoint create "before the rewrite"',
    'checkpoint restore "before the rewrite"',
  ])
  const create = addCommand(checkpoint, 'create [name]', 'name this moment: where the branch ends, and its edits', [
    'checkpoint create',
    'checkpoint create "before the rewrite"',
  ])
  takesBranch(create).action((name: string | undefined, options: OnBranch) => run(context, name, options))
  const list = addCommand(checkpoint, 'list', 'list the checkpoints of a branch, the newest first', ['checkpoint list'])
  takesBranch(list).action((options: OnBranch) => show(context, options))
  const restore = addCommand(
    checkpoint,
    'restore <name|time>',
    'go back to a checkpoint or a time: edits, cuts and compactions made since count no more, the branch ends where it did; nothing is deleted',
    ['checkpoint restore "before the rewrite"', 'checkpoint restore 2025-03-09T14:05'],
  )
  takesBranch(restore).action((to: string, options: OnBranch) => goBack(context, to, options))
}

async function run(context: Context, named: string | undefined, options: OnBranch): Promise<void> {
  if (named !== undefined) refuseName(named)
  const workspace = await context.workspace()
  const { branch } = await branchOf(workspace, options)
  const names = new Set((await listCheckpoints(workspace.store, branch.id)).map(({ name }) => name))
  const { name, at, head } = await createCheckpoint(workspace.engine, branch, named ?? freeName(names))
  const headShortId = await shortIdOf(workspace, head)
  context.print({ name, at, head, headShortId, branch: branch.name }, () => [sanitizeLine(name)])
  const again = names.has(name) ? '; it goes before the older one of that name' : ''
  context.tell(
    context.errorStyle.dim(`branch ${sanitizeLine(branch.name)} at ${headShortId ?? 'its beginning'}${again}`),
  )
}

/** What is wrong with a name is found before anything else. */
function refuseName(name: string): void {
  try {
    checkName(name)
  } catch (error) {
    throw error instanceof EditRefused ? new UsageError(error.message, error.code) : error
  }
}

function freeName(taken: ReadonlySet<string>): string {
  let number = 1
  while (taken.has(`checkpoint-${number}`)) number++
  return `checkpoint-${number}`
}

async function show(context: Context, options: OnBranch): Promise<void> {
  const workspace = await context.workspace()
  const { branch } = await branchOf(workspace, options)
  const rows = await Promise.all(
    (await listCheckpoints(workspace.store, branch.id)).map(async ({ name, at, head, stands }) => ({
      name,
      at,
      head,
      headShortId: await shortIdOf(workspace, head),
      stands,
    })),
  )
  const { io, style } = context
  context.print(rows, () =>
    table(
      rows,
      [
        { title: 'checkpoint', value: ({ name }) => name, flexible: true },
        { title: 'made', value: ({ at }) => minute(at), style: style.dim },
        { title: 'head', value: ({ headShortId }) => headShortId ?? '–', style: style.yellow },
        { title: '', value: ({ stands }) => (stands ? '' : 'dropped'), style: style.dim },
      ],
      { width: io.stdout.columns, head: style.dim },
    ),
  )
  if (rows.length === 0) context.tell('There are no checkpoints. Make one with `heddle checkpoint create [NAME]`.')
}

async function goBack(context: Context, reference: string, options: OnBranch): Promise<void> {
  if (reference.trim() === '') throw new UsageError('Name a checkpoint, or a time such as 2025-03-09T14:05.')
  const workspace = await context.workspace()
  const { conversation, branch } = await branchOf(workspace, options)
  const restored = await restoreCheckpoint(workspace.engine, branch, readTime(reference) ?? reference)
  if (branch.id === conversation.branch) await comeBack(workspace, conversation.id)
  const headShortId = await shortIdOf(workspace, restored.head)
  const leftShortId = await shortIdOf(workspace, restored.left)
  const { at, checkpoint, moment, head, left, nodesLeft, cuts, compactions } = restored
  const data = {
    branch: branch.name,
    at,
    checkpoint: checkpoint?.name ?? null,
    moment,
    head,
    headShortId,
    left,
    leftShortId,
    nodesLeft,
    dropped: { edits: restored.dropped.length, cuts, compactions: compactions.dropped },
    back: { edits: restored.back.length, compactions: compactions.back },
  }
  context.print(data, () => [context.style.yellow(headShortId ?? '–')])
  for (const line of account(restored, leftShortId)) context.tell(context.errorStyle.dim(line))
}

/** What was dropped, and how to come back. */
function account(restored: Restored, leftShortId: string | null): string[] {
  const { at, checkpoint, moment, nodesLeft, dropped, back, cuts, compactions, head, left } = restored
  const what = [
    ...(dropped.length > 0 ? [`${counted(dropped.length, 'edit')} dropped`] : []),
    ...(cuts > 0 ? [`${counted(cuts, 'cut')} dropped`] : []),
    ...(compactions.dropped > 0 ? [`${counted(compactions.dropped, 'compaction')} dropped`] : []),
    ...(back.length > 0 ? [`${counted(back.length, 'edit')} back`] : []),
    ...(compactions.back > 0 ? [`${counted(compactions.back, 'compaction')} back`] : []),
    ...(nodesLeft !== null && nodesLeft > 0 ? [`${counted(nodesLeft, 'node')} left behind`] : []),
  ]
  const name = checkpoint === null ? '' : `${sanitizeLine(checkpoint.name)}, `
  const lines = [
    `back at ${name}${minute(moment)}: ${what.length === 0 ? 'nothing had changed since' : what.join(', ')}`,
  ]
  if (what.length > 0 || head !== left) lines.push(`\`heddle checkpoint restore ${at - 1}\` undoes this`)
  if (leftShortId !== null && head !== left)
    lines.push(`the branch ended at ${leftShortId}; \`heddle fork --at ${leftShortId}\` goes on from there`)
  return lines
}
