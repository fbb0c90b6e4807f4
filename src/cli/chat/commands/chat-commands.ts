import { UsageError } from '../../exit-code.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import type { ChatCommand } from './chat-command.ts'

/** What a command line of `heddle` does, by its words. */
function sameAs(argv: (words: readonly string[], rest: string) => readonly string[]): ChatCommand['run'] {
  return (chat, words, rest) => chat.run(argv(words, rest))
}

/** The rest as one argument, but for options, which are words. */
function asText(rest: string, words: readonly string[]): readonly string[] {
  return rest === '' ? [] : rest.startsWith('-') ? words : ['--', rest]
}

const verdicts: readonly string[] = ['accept', 'reject', 'edited']

/** Every command, in the order of the help. */
export const chatCommands: readonly ChatCommand[] = [
  {
    name: 'context',
    args: '',
    about: 'what the next call would send, as bars by section',
    run: async (chat) => chat.showContext(await chat.hooks.context()),
  },
  {
    name: 'plan',
    args: '[question]',
    about: 'plan the next call, and explain it',
    run: sameAs((words, rest) => ['plan', ...asText(rest, words)]),
  },
  {
    name: 'explain',
    args: '[plan]',
    about: 'why each item is in the last plan or left out',
    completes: ['plan'],
    run: (chat, words) => {
      const last = chat.plans.at(-1)
      return chat.run(['explain', ...(words.length === 0 && last !== undefined ? [last] : words)])
    },
  },
  {
    name: 'diff',
    args: '[before] [after]',
    about: 'what changed between two plans; by itself, the last two',
    completes: ['plan', 'plan'],
    run: (chat, words) => {
      const lastTwo = chat.plans.slice(-2)
      if (words.length === 0 && lastTwo.length < 2)
        throw new UsageError('There are not two plans yet in this chat. /diff BEFORE AFTER names others.')
      return chat.run(['diff', ...(words.length === 0 ? lastTwo : words)])
    },
  },
  {
    name: 'exclude',
    args: '<node…>',
    about: 'keep nodes out of every plan from now on',
    completes: ['node', 'node', 'node'],
    run: sameAs((words) => ['mark', 'exclude', ...words]),
  },
  { name: 'branch', args: '', about: 'list the branches', run: sameAs((words) => ['branch', ...words]) },
  {
    name: 'fork',
    args: '[name]',
    about: 'go on on a branch of its own',
    run: sameAs((words) => ['fork', ...words]),
  },
  {
    name: 'checkout',
    args: '<branch|conversation>',
    about: 'go on with another branch or conversation',
    completes: ['branch'],
    run: sameAs((words) => ['checkout', ...words]),
  },
  {
    name: 'siblings',
    args: '[number|next|previous]',
    about: 'the answers beside the last one, or go to one of them',
    completes: [['next', 'previous']],
    run: async (chat, words) => chat.print(await chat.hooks.siblings(words[0])),
  },
  {
    name: 'generate',
    args: '<count>',
    about: 'several answers at the same time, each on a branch of its own',
    run: (chat, words) => {
      const count = Number(words[0])
      if (!Number.isInteger(count) || count < 1 || count > 20)
        throw new UsageError('Say how many answers, from 1 to 20: /generate 3')
      return chat.showRuns(chat.hooks.generate(count, chat.person))
    },
  },
  {
    name: 'retry',
    args: '',
    about: 'another answer to the last message',
    run: (chat) => chat.show(chat.hooks.retry(chat.person)),
  },
  {
    name: 'continue',
    args: '',
    about: 'go on with an answer that was broken off',
    run: (chat) => chat.show(chat.hooks.continue(chat.person)),
  },
  {
    name: 'undo',
    args: '',
    about: 'go back to before the last message, and write it anew',
    run: async (chat) => {
      const { told, text } = await chat.hooks.undo()
      chat.print([sanitizeLine(told)])
      chat.write(text)
    },
  },
  {
    name: 'edit',
    args: '<node> <text>',
    about: 'write a version of a node',
    completes: ['node'],
    run: sameAs(([node = '', ...words], rest) => {
      const text = rest.replace(/^\S+\s*/, '')
      if (node === '' || text === '') throw new UsageError('Say which node, and what it is to say: /edit NODE TEXT')
      return words[0]?.startsWith('-') === true ? ['edit', node, ...words] : ['edit', '--', node, text]
    }),
  },
  {
    name: 'agent',
    args: '[name]',
    about: 'list the agents, or choose who answers',
    completes: ['agent'],
    run: sameAs((words) => (words.length === 0 ? ['agent', 'list'] : ['agent', 'select', ...words])),
  },
  {
    name: 'model',
    args: '[provider:model]',
    about: 'which model answers, or go on with another',
    completes: ['model'],
    run: async (chat, words) => chat.print([sanitizeLine(await chat.hooks.model(words[0]))]),
  },
  {
    name: 'checkpoint',
    args: '[name] | list | restore <name>',
    about: 'name this moment, or go back to one',
    completes: [['list', 'restore'], 'checkpoint'],
    run: sameAs((words, rest) => {
      const [first = ''] = words
      return ['list', 'restore', 'create'].includes(first)
        ? ['checkpoint', ...words]
        : ['checkpoint', 'create', ...asText(rest, words)]
    }),
  },
  {
    name: 'compact',
    args: '',
    about: 'send a summary in place of a part of the history',
    run: sameAs((words) => ['compact', ...words]),
  },
  {
    name: 'feedback',
    args: 'accept|reject|edited [note]',
    about: 'what you make of the last answer',
    completes: [verdicts],
    run: sameAs(([word = ''], rest) => {
      if (!verdicts.includes(word))
        throw new UsageError('Say accept, reject or edited, and a note if you like: /feedback accept')
      const note = rest.slice(word.length).trim()
      return ['feedback', word, ...(note === '' ? [] : ['--note', note])]
    }),
  },
  { name: 'runs', args: '', about: 'the runs of this workspace', run: sameAs((words) => ['runs', ...words]) },
  {
    name: 'stats',
    args: '',
    about: 'what plans had, and what answers made of it',
    run: sameAs((words) => ['stats', ...words]),
  },
  { name: 'help', args: '[command]', about: 'this list', run: (chat, words) => chat.showHelp(words[0]) },
  { name: 'quit', args: '', about: 'leave; Ctrl-D does too', run: (chat) => chat.quit() },
]
