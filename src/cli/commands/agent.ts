import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { callModel } from '../../config/call-model.ts'
import { FileProblem } from '../../config/errors.ts'
import type { Workspace } from '../../config/open.ts'
import type { Agent, Conversation, Permission } from '../../history/conversation.ts'
import { addCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../exit-code.ts'
import { numberBetween, wholeNumber } from '../parse-option.ts'
import { count, counted, date } from '../print/figures.ts'
import { sanitize, sanitizeLine } from '../print/sanitize.ts'
import { table } from '../print/table.ts'
import { findAgent, findConversation } from '../read/find.ts'

const permissions: readonly Permission[] = ['loom_aware', 'loom_write', 'loom_generate']

/** `heddle agent create|list|show|select|delete`: models with their instructions. */
export function addAgent(program: Command, context: Context): void {
  const agent = addCommand(program, 'agent', 'models with their instructions: create, list, show, select, delete', [
    'agent create reviewer --model anthropic:claude-sonnet-4-5 --system "You review code."',
    'agent select reviewer',
  ])
  addCreate(agent, context)
  addList(agent, context)
  addCommand(agent, 'show <agent>', 'show an agent', ['agent show reviewer']).action(async (reference: string) => {
    const found = await findAgent(await context.workspace(), reference)
    context.print(found, () => describe(found, context))
  })
  addSelect(agent, context)
  addDelete(agent, context)
}

interface CreateOptions {
  readonly model?: string
  readonly system?: string
  readonly systemFile?: string
  readonly temperature?: number
  readonly maxTokens?: number
  readonly permission?: readonly Permission[]
}

function addCreate(agent: Command, context: Context): void {
  addCommand(agent, 'create <name>', 'make an agent', [
    'agent create reviewer --system "You review code."',
    'agent create scribe --model openai:gpt-4o --system-file scribe.md --max-tokens 2000',
  ])
    .option('--model <provider:model>', 'its model (default: the setting `model`)')
    .addOption(new Option('--system <text>', 'its system text').conflicts('systemFile'))
    .option('--system-file <path>', 'the file that holds its system text')
    .option('--temperature <number>', 'from 0 to 2', numberBetween(0, 2))
    .option('--max-tokens <count>', 'how long an answer may be', wholeNumber(1))
    .addOption(new Option('--permission <permission...>', 'what it may do').choices(permissions))
    .action((name: string, options: CreateOptions) => create(context, name, options))
}

async function create(context: Context, name: string, options: CreateOptions): Promise<void> {
  if (name.trim() === '') throw new UsageError('The name of an agent is empty. Give one.')
  const workspace = await context.workspace()
  if ((await workspace.store.agents()).some((known) => known.name === name))
    throw new UsageError(
      `There is an agent ${JSON.stringify(name)} already. Choose another name, or delete it first.`,
      'agent-exists',
    )
  const { model } = await callModel(workspace, context.io.env, undefined, { model: options.model })
  const made: Agent = {
    id: workspace.engine.newId(),
    name,
    model: `${model.provider}:${model.name}`,
    systemPrompt:
      options.system ?? (options.systemFile === undefined ? null : await readTextFile(context, options.systemFile)),
    temperature: options.temperature ?? null,
    maxTokens: options.maxTokens ?? null,
    permissions: permissions.filter((permission) => options.permission?.includes(permission)),
    createdAt: context.io.now(),
  }
  await workspace.store.putAgent(made)
  context.print(made, () => [sanitizeLine(made.name)])
  context.tell(context.errorStyle.dim(`Select it with \`heddle agent select ${sanitizeLine(made.name)}\`.`))
}

async function readTextFile({ io }: Context, path: string): Promise<string> {
  const absolute = resolve(io.cwd, path)
  const data = await readFile(absolute).catch((error: unknown) => {
    throw new FileProblem(absolute, error)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw new UsageError(`${absolute}: this is not UTF-8 text. Name a text file.`, 'not-text')
  }
}

function addList(agent: Command, context: Context): void {
  addCommand(agent, 'list', 'list agents', ['agent list']).action(async () => {
    const workspace = await context.workspace()
    const agents = await workspace.store.agents()
    const [first] = await workspace.store.conversations()
    const selected = first ? (await findConversation(workspace, undefined)).agent : null
    const rows = agents.map((each) => ({ ...each, selected: each.id === selected }))
    const { io, style } = context
    context.print(rows, () =>
      rows.length === 0
        ? []
        : table(
            rows,
            [
              { title: '', value: (row) => (row.selected ? '*' : ''), style: style.green },
              { title: 'name', value: ({ name }) => name, style: style.bold },
              { title: 'model', value: ({ model }) => model },
              { title: 'permissions', value: (row) => row.permissions.join(', ') },
              { title: 'system', value: ({ systemPrompt }) => systemPrompt ?? '', flexible: true },
            ],
            { width: io.stdout.columns, head: style.dim },
          ),
    )
    if (rows.length === 0) context.tell('No agents yet. Make one with `heddle agent create NAME`.')
  })
}

function addSelect(agent: Command, context: Context): void {
  addCommand(agent, 'select [agent]', 'choose who answers in a conversation', [
    'agent select reviewer',
    'agent select --none',
  ])
    .option('--none', 'nobody: the model of the settings')
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .action(
      async (reference: string | undefined, options: { readonly none?: boolean; readonly conversation?: string }) => {
        if ((reference === undefined) !== (options.none === true))
          throw new UsageError('Name one agent, or none with --none.')
        const workspace = await context.workspace()
        const conversation = await findConversation(workspace, options.conversation)
        const found = reference === undefined ? null : await findAgent(workspace, reference)
        await workspace.store.updateConversation(withAgent(conversation, found, context.io.now()))
        const { id, shortId, title } = conversation
        context.print({ conversation: { id, shortId, title }, agent: found }, () => [
          found === null ? 'none' : sanitizeLine(found.name),
        ])
        context.tell(context.errorStyle.dim(`answers in ${sanitizeLine(title || '(no title)')} (${shortId})`))
      },
    )
}

function addDelete(agent: Command, context: Context): void {
  addCommand(agent, 'delete <agent>', 'delete an agent; conversations that it answered in have none then', [
    'agent delete reviewer',
  ]).action(async (reference: string) => {
    const workspace = await context.workspace()
    const found = await findAgent(workspace, reference)
    const freed = await release(workspace, found, context.io.now())
    await workspace.store.deleteAgent(found.id)
    context.print({ deleted: found.id, name: found.name, conversations: freed }, () => [sanitizeLine(found.name)])
    context.tell(
      context.errorStyle.dim(
        freed.length === 0 ? 'deleted' : `deleted; it was selected in ${counted(freed.length, 'conversation')}`,
      ),
    )
  })
}

/** Takes an agent from the conversations that it is selected in; their ids. */
async function release({ store }: Workspace, { id }: Agent, now: number): Promise<string[]> {
  const held = (await store.conversations()).filter(({ agent }) => agent === id)
  for (const conversation of held) await store.updateConversation(withAgent(conversation, null, now))
  return held.map((conversation) => conversation.id)
}

function withAgent(conversation: Conversation, agent: Agent | null, updatedAt: number): Conversation {
  return { ...conversation, agent: agent?.id ?? null, updatedAt }
}

function describe(
  { id, name, model, systemPrompt, temperature, maxTokens, permissions: may, createdAt }: Agent,
  { style }: Context,
): string[] {
  const facts = [
    ['id', id],
    ['model', model],
    ['temperature', temperature === null ? "the model's" : String(temperature)],
    ['max tokens', maxTokens === null ? "the model's" : count(maxTokens)],
    ['permissions', may.join(', ') || 'none'],
    ['made', date(createdAt)],
  ] as const
  return [
    style.bold(sanitizeLine(name)),
    ...facts.map(([label, value]) => `${style.dim(label.padEnd(11))}  ${sanitizeLine(value)}`),
    ...(systemPrompt === null ? [] : ['', style.dim('── system'), ...sanitize(systemPrompt).split('\n')]),
  ]
}
