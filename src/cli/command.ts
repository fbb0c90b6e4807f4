import type { Command } from 'commander'

/** A command under a parent, with what it is for and examples (without the word `heddle`) below its help. */
export function addCommand(parent: Command, usage: string, about: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ heddle ${example}`)
  return parent
    .command(usage)
    .description(about)
    .addHelpText('after', ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n'))
}
