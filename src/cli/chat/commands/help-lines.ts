import type { Style } from '../../context.ts'
import { table } from '../../print/table.ts'
import { chatCommands } from './chat-commands.ts'
import { findCommand } from './run-command.ts'

const keys: readonly { readonly key: string; readonly about: string }[] = [
  { key: 'Enter', about: 'send' },
  { key: 'Alt-Enter, Ctrl-J, \\ at the end', about: 'a new line' },
  { key: 'Tab', about: 'complete a command, @path or id' },
  { key: 'Up, Down, Ctrl-R', about: 'what was said before' },
  { key: 'Ctrl-C', about: 'stop the answer; twice leaves' },
  { key: 'Ctrl-D', about: 'leave' },
]

/** Every command with what it does, and the keys; of one command alone where it is named. Throws UsageError. */
export function helpLines(name: string | undefined, style: Style, width: number): string[] {
  if (name !== undefined) {
    const { name: found, args, about } = findCommand(name.replace(/^\//, ''))
    return [`${style.cyan(`/${found}`)} ${args}`.trimEnd(), `  ${about}`]
  }
  const columns = { width, head: style.dim }
  return [
    ...table(
      chatCommands,
      [
        { title: 'command', value: (command) => `/${command.name} ${command.args}`, style: style.cyan, flexible: true },
        { title: '', value: ({ about }) => about, flexible: true },
      ],
      columns,
    ),
    '',
    ...table(
      keys,
      [
        { title: 'key', value: ({ key }) => key, style: style.cyan, flexible: true },
        { title: '', value: ({ about }) => about, flexible: true },
      ],
      columns,
    ),
  ]
}
