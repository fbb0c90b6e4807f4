import type { Command } from 'commander'

/**
 * A command under a parent, with what it is for, and examples below its help; an example that does not hold `heddle ` itself
 * begins with it.
 */
export function addCommand(parent: Command, usage: string, about: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ ${example.includes('heddle ') ? '' : 'heddle '}${example}`)
  return parent
    .command(usage)
    .description(about)
    .addHelpText('after', ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n'))
}
