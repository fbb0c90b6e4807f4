import { Argument, type Command } from 'commander'
import { currentConversation } from '../../config/current.ts'
import { openWorkspace } from '../../config/open.ts'
import { settingNames } from '../../config/settings/settings.ts'
import { addCommand } from '../command.ts'
import { expected, type Suggestion, type ValueKind } from '../completion/expected.ts'
import { completionScripts, type Shell, shells } from '../completion/scripts.ts'
import type { Context } from '../context.ts'
import { sanitizeLine } from '../print/sanitize.ts'
import { cutToWidth } from '../print/width.ts'
import { valuesOf } from '../read/values.ts'

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
  const { cwd, now, env } = context.io
  const workspace = await openWorkspace({ cwd, named, now, env }).catch(() => undefined)
  if (!workspace) return settings
  try {
    const current = await currentConversation(workspace.paths, workspace.store)
    const found = settings
    for (const kind of kinds) found.push(...(await valuesOf(workspace, kind, current)))
    return found
  } catch {
    return settings
  } finally {
    await workspace.close()
  }
}
