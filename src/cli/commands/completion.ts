import { Argument, type Command } from 'commander'
import { callModel } from '../../config/call-model.ts'
import { currentConversation } from '../../config/current.ts'
import { openWorkspace, type Workspace } from '../../config/open.ts'
import { settingNames } from '../../config/settings/settings.ts'
import type { Conversation } from '../../history/conversation.ts'
import { addCommand } from '../command.ts'
import { expected, type Suggestion, type ValueKind } from '../completion/expected.ts'
import { completionScripts, type Shell, shells } from '../completion/scripts.ts'
import type { Context } from '../context.ts'
import { headline } from '../print/parts.ts'
import { sanitizeLine } from '../print/sanitize.ts'
import { cutToWidth } from '../print/width.ts'
import { checkedOut } from '../read/find.ts'
import { readNodes } from '../read/nodes.ts'

/** `heddle completion bash|zsh|fish`, and the hidden command that the scripts ask. */
export function addCompletion(program: Command, context: Context): void {
  addCommand(program, 'completion', 'print the completion script of a shell', [
    'completion bash >> ~/.bashrc',
    'completion fish > ~/.config/fish/completions/heddle.fish',
  ])
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action((shell: Shell) => {
      const script = completionScripts[shell]
      context.print({ shell, script }, () => [script.trimEnd()])
    })
  program
    .command('__complete [words...]', { hidden: true })
    .action(async (words: readonly string[]) => context.io.stdout.write(await answer(program, context, words)))
}

async function answer(program: Command, context: Context, words: readonly string[]): Promise<string> {
  const { suggestions, kinds, workspace: named } = expected(program, words)
  const typed = (words.at(-1) ?? '').toLowerCase()
  const found = [...suggestions, ...(await lookUp(context, kinds, named))]
  const lines = found
    .filter(({ value }) => value.toLowerCase().startsWith(typed))
    .map(({ value, about = '' }) => `${sanitizeLine(value)}\t${cutToWidth(sanitizeLine(about), 60)}`)
  return [...new Set(lines), ...(kinds.includes('file') ? [':files'] : [])].map((line) => `${line}\n`).join('')
}

/** Values from the workspace; none where there is no workspace, or it cannot be read: completion never fails. */
async function lookUp(context: Context, kinds: readonly ValueKind[], named: string | undefined): Promise<Suggestion[]> {
  const settings: Suggestion[] = kinds.includes('setting') ? settingNames.map((value) => ({ value })) : []
  if (kinds.every((kind) => kind === 'setting' || kind === 'file')) return settings
  const { cwd, now } = context.io
  const workspace = await openWorkspace({ cwd, named, now }).catch(() => undefined)
  if (!workspace) return settings
  try {
    const current = await currentConversation(workspace.paths, workspace.store)
    const found = settings
    for (const kind of kinds) found.push(...(await valuesOf(context, workspace, kind, current)))
    return found
  } catch {
    return settings
  } finally {
    await workspace.close()
  }
}

const newest = 20

async function valuesOf(
  context: Context,
  workspace: Workspace,
  kind: ValueKind,
  current: Conversation | undefined,
): Promise<Suggestion[]> {
  const { store } = workspace
  switch (kind) {
    case 'conversation':
      return (await store.conversations()).map(({ shortId, title }) => ({ value: shortId, about: title }))
    case 'branch':
      return current ? (await store.branches(current.id)).map(({ name }) => ({ value: name, about: 'branch' })) : []
    case 'agent':
      return (await store.agents()).map(({ name, model }) => ({ value: name, about: model }))
    case 'plan':
      return (await store.plans({ limit: newest })).map(({ id, createdAt }) => ({
        value: id.slice(0, 12),
        about: new Date(createdAt).toISOString(),
      }))
    case 'node':
      return current ? await newestNodes(context, workspace, current) : []
    case 'setting':
    case 'file':
      return []
    default:
      return kind satisfies never
  }
}

async function newestNodes(context: Context, workspace: Workspace, current: Conversation): Promise<Suggestion[]> {
  const { store, engine } = workspace
  const { head, id } = await checkedOut(workspace, current)
  if (head === null) return []
  const route = await store.route(head, id)
  const measure = await engine.loadMeasure((await callModel(workspace, context.io.env, current)).measure)
  const to = (await store.length(route)) - 1
  const found: Suggestion[] = []
  for await (const { shortId, parts } of readNodes(
    workspace,
    route,
    { from: Math.max(0, to - newest + 1), to },
    measure,
  ))
    found.unshift({ value: shortId, about: headline(parts) })
  return found
}
