import type { Command } from 'commander'
import type { Workspace } from '../../../config/open.ts'
import { isOwnerAlive } from '../../../config/session/owner.ts'
import type { Run, RunState } from '../../../history/calls/run.ts'
import { giveUp } from '../../../session/turn/begin-run.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { wholeNumber } from '../../parse-option.ts'
import { ago } from '../../print/figures.ts'
import { table } from '../../print/table.ts'
import { UnknownReference } from '../../read/find.ts'

interface Row extends Run {
  readonly branchName: string
  readonly title: string
}

/** A run that has not ended. */
const open: readonly RunState[] = ['queued', 'running']

/** `heddle runs [list]`, `heddle runs stop`: turns that are being made, and that were. */
export function addRuns(program: Command, context: Context): void {
  const runs = addCommand(program, 'runs', 'turns that are being made, and that were; stop one', [
    'runs',
    'runs stop main',
    'runs stop --all',
  ])
  addCommand(runs, 'list', 'the newest runs (the default)', ['runs list -n 50'])
    .option('-n, --limit <count>', 'how many', wholeNumber(1), 20)
    .action(({ limit }: { readonly limit: number }) => list(context, limit))
  runs.action(() => list(context, 20))
  addCommand(
    runs,
    'stop [run]',
    'stop a run, by its id or the name of its branch; what there is of the answer is kept',
    ['runs stop 01k9x3', 'runs stop main'],
  )
    .option('--all', 'every run that has not ended')
    .option('--force', 'close it without waiting: its machine or container is gone')
    .action((reference: string | undefined, options: StopOptions) => stop(context, reference, options))
}

async function list(context: Context, limit: number): Promise<void> {
  const workspace = await context.workspace()
  const rows = await rowsOf(workspace, await workspace.store.runs({ limit }))
  const { io, style } = context
  const shown = rows.map((row) => (isGone(row) ? { ...row, state: 'interrupted' } : row))
  context.print(shown, () =>
    table(
      rows,
      [
        { title: 'run', value: ({ id }) => id.toLowerCase(), style: style.yellow },
        { title: 'state', value: stateOf },
        { title: 'branch', value: ({ branchName }) => branchName, flexible: true },
        { title: 'conversation', value: ({ title }) => title, flexible: true, optional: true },
        { title: 'model', value: ({ model }) => model, flexible: true, optional: true },
        { title: 'began', value: ({ startedAt, queuedAt }) => ago(startedAt ?? queuedAt, io.now()) },
        { title: 'took', value: took, align: 'right' },
        { title: 'error', value: ({ error }) => error?.code ?? '', style: style.red },
      ],
      { width: io.stdout.columns, head: style.dim },
    ),
  )
  if (rows.length === 0) context.tell('Nothing was run yet. `heddle ask TEXT` makes a turn.')
}

function stateOf(run: Run): string {
  if (isGone(run)) return 'interrupted'
  return run.stopAsked && open.includes(run.state) ? 'stopping' : run.state
}

function took({ startedAt, endedAt }: Run): string {
  return startedAt === null || endedAt === null ? '' : `${((endedAt - startedAt) / 1000).toFixed(1)} s`
}

/** Its process ended before it did; the next turn on its branch closes it. */
function isGone({ state, owner }: Run): boolean {
  return open.includes(state) && owner !== null && !isOwnerAlive(owner)
}

async function rowsOf({ store }: Workspace, runs: readonly Run[]): Promise<readonly Row[]> {
  return await Promise.all(
    runs.map(async (run) => ({
      ...run,
      branchName: (await store.branch(run.branch))?.name ?? '',
      title: (await store.conversation(run.conversation))?.title ?? '',
    })),
  )
}

interface StopOptions {
  readonly all?: boolean
  readonly force?: boolean
}

async function stop(
  context: Context,
  reference: string | undefined,
  { all = false, force = false }: StopOptions,
): Promise<void> {
  const workspace = await context.workspace()
  const rows = await rowsOf(workspace, await workspace.store.runs({ states: open, limit: 1000 }))
  const meant = all || reference === undefined ? rows : rows.filter((row) => isMeant(row, reference))
  if (meant.length === 0 && reference !== undefined)
    throw new UnknownReference(
      'run',
      reference,
      'Only runs that have not ended can be stopped; `heddle runs` lists them.',
    )
  if (meant.length > 1 && !all)
    throw new UnknownReference('run', reference ?? '', `${meant.length} runs could be meant: name one, or add --all.`)
  for (const run of meant) {
    if (force || isGone(run)) await giveUp(workspace, run)
    else await workspace.store.askToStop(run.id)
  }
  context.print(
    meant.map(({ id, branchName }) => ({ id, branch: branchName })),
    () => meant.map(({ id }) => id.toLowerCase()),
  )
  if (meant.length === 0) context.tell('Nothing is running.')
}

function isMeant({ id, branchName }: Row, reference: string): boolean {
  return branchName === reference || (reference.length >= 4 && id.toLowerCase().startsWith(reference.toLowerCase()))
}
