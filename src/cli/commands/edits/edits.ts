import { type Command, Option } from 'commander'
import type { Workspace } from '../../../config/open.ts'
import type { Edit } from '../../../history/edits/edit.ts'
import type { Node } from '../../../history/node.ts'
import { branchTime } from '../../../session/edits/branch-time.ts'
import { addEdit, isEditable, type ListedEdit, listEdits } from '../../../session/edits/edits.ts'
import { plannedEdits } from '../../../session/edits/planned-edits.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { wholeNumber } from '../../parse-option.ts'
import { count, counted, minute } from '../../print/figures.ts'
import { firstLine, sanitizeLine } from '../../print/sanitize.ts'
import { table } from '../../print/table.ts'
import { findNode } from '../../read/find.ts'
import { readTextFile } from '../../read/text-file.ts'
import { addHistoryFiles } from './history-file.ts'
import { branchOf, type OnBranch, shortIdOf, takesBranch } from './on-branch.ts'

/** `heddle edits list|set|import|export`: what is sent instead of what nodes say. */
export function addEdits(program: Command, context: Context): void {
  const edits = addCommand(
    program,
    'edits',
    'change what is sent for parts of nodes; the nodes themselves stay as they are',
    ['edits', 'edits set k3x9 --text "The log said that the port was taken."'],
  )
  const about = 'list the edits that count on a branch, and what its newest plan sends otherwise by itself'
  const list = edits
    .command('list', { isDefault: true })
    .description(about)
    .option('-a, --all', 'also those that a later one replaced or a restore dropped')
    .addHelpText('after', '\nExamples:\n  $ heddle edits\n  $ heddle edits list --all --json')
  takesBranch(list).action((options: ListOptions) => show(context, options))
  const set = addCommand(edits, 'set <node>', 'send a text of your own for a part of a node, from now on', [
    'edits set k3x9 --text "The log said that the port was taken."',
    'edits set k3x9 --part 1 --file shorter.txt',
  ])
    .option('--part <number>', 'which part, from 0 (default: the only one that can be edited)', wholeNumber(0))
    .addOption(new Option('--text <text>', 'what is sent instead').conflicts('file'))
    .option('--file <path>', 'the file that holds it; - is standard input')
  takesBranch(set).action((node: string, options: SetOptions) => write(context, node, options))
  addHistoryFiles(edits, context)
}

interface ListOptions extends OnBranch {
  readonly all?: boolean
}

async function show(context: Context, options: ListOptions): Promise<void> {
  const workspace = await context.workspace()
  const { branch } = await branchOf(workspace, options)
  const all = await listEdits(workspace.store, branch.id, await branchTime(workspace.engine, branch.id))
  const listed = options.all === true ? all : all.filter(({ state }) => state === 'in-force')
  const rows: (EditData & { readonly state: ListedEdit['state'] | 'planned' })[] = []
  for (const edit of listed) rows.push({ ...(await editData(workspace, edit)), state: edit.state })
  for (const edit of await plannedEdits(workspace.store, branch.id)) {
    const { saves, pointsTo, ...rest } = edit
    rows.push({
      ...(await editData(workspace, { ...rest, data: { saves, pointsTo: [...pointsTo] } })),
      state: 'planned',
    })
  }
  const { io, style } = context
  context.print(rows, () =>
    table(
      rows,
      [
        { title: 'node', value: ({ shortId }) => shortId ?? '', style: style.yellow },
        { title: 'part', value: ({ part, within }) => (within === null ? String(part) : `${part}.${within}`) },
        { title: 'kind', value: ({ kind }) => kind },
        { title: 'since', value: ({ at }) => minute(at), style: style.dim, optional: true },
        { title: '', value: ({ state }) => (state === 'in-force' ? '' : state), style: style.dim },
        { title: 'sent instead', value: ({ content }) => firstLine(content), flexible: true },
      ],
      { width: io.stdout.columns, head: style.dim },
    ),
  )
  const more = all.length - listed.length
  if (rows.length === 0)
    context.tell('Everything is sent as it was written. `heddle edits set NODE --text TEXT` sends something else.')
  if (more > 0) context.tell(context.errorStyle.dim(`${count(more)} more that do not count; --all lists them`))
}

/** An edit in JSON. */
interface EditData extends Omit<Edit, 'within' | 'data'> {
  readonly shortId: string | null
  readonly within: number | null
  readonly data: Edit['data'] | null
}

async function editData(workspace: Workspace, edit: Edit): Promise<EditData> {
  const { node, part, within, at, kind, content, data } = edit
  const shortId = await shortIdOf(workspace, node)
  return { node, shortId, part, within: within ?? null, at, kind, content, data: data ?? null }
}

interface SetOptions extends OnBranch {
  readonly part?: number
  readonly text?: string
  readonly file?: string
}

async function write(context: Context, reference: string, options: SetOptions): Promise<void> {
  const { text, file } = options
  if (text === undefined && file === undefined)
    throw new UsageError('Say what is to be sent, with --text TEXT or --file PATH.')
  const content = text ?? (await readTextFile(context.io, file ?? ''))
  if (content.trim() === '')
    throw new UsageError('The text is empty. To leave a node out: `heddle mark exclude NODE`.', 'empty-edit')
  const workspace = await context.workspace()
  const { conversation, branch } = await branchOf(workspace, options)
  const node = await findNode(workspace, conversation, reference)
  const part = options.part ?? (await onlyPart(workspace, node))
  const edit = await addEdit(workspace.engine, branch, { node: node.id, part, kind: 'user', content })
  context.print({ ...(await editData(workspace, edit)), branch: branch.name }, () => [
    context.style.yellow(node.shortId),
  ])
  context.tell(
    context.errorStyle.dim(
      `part ${part} of ${node.shortId} is sent as ${counted([...content].length, 'character')} of yours on branch ${sanitizeLine(branch.name)}; \`heddle checkpoint restore ${edit.at - 1}\` goes back to before`,
    ),
  )
}

/** The part that is meant where none is named; the first where none can be edited, so that it is said why. */
async function onlyPart({ store }: Workspace, { shortId, content }: Node): Promise<number> {
  const parts = (await store.contents([content])).get(content) ?? []
  const editable = parts.flatMap((part, at) => (isEditable(part) ? [at] : []))
  if (editable.length <= 1) return editable[0] ?? 0
  throw new UsageError(
    `${shortId} has the parts ${editable.join(', ')}: say which with --part. \`heddle show ${shortId}\` shows them.`,
  )
}
