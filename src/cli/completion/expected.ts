import type { Argument, Command, Option } from 'commander'

/** One way to go on with a word. */
export interface Suggestion {
  readonly value: string
  readonly about?: string
}

/** What a value on the command line names; each is looked up in the workspace or, for `file`, by the shell. */
export type ValueKind = 'branch' | 'conversation' | 'node' | 'plan' | 'agent' | 'setting' | 'file'

/** What may stand where the last word stands: fixed suggestions, and kinds of values to look up. */
export interface Expected {
  readonly suggestions: readonly Suggestion[]
  readonly kinds: readonly ValueKind[]
  /** The folder that was named with --workspace before. */
  readonly workspace: string | undefined
}

/** The names of arguments and options, and what they take. */
const kinds: { readonly [name: string]: readonly ValueKind[] } = {
  conversation: ['branch', 'conversation'],
  '--conversation': ['conversation'],
  'branch|conversation': ['branch', 'conversation'],
  id: ['node', 'branch', 'conversation'],
  node: ['node', 'branch'],
  source: ['node', 'branch'],
  prune: ['node'],
  '--at': ['node', 'branch'],
  '--around': ['node', 'branch'],
  '--from': ['node', 'branch'],
  '--to': ['node', 'branch'],
  agent: ['agent'],
  '--agent': ['agent'],
  key: ['setting'],
  plan: ['plan'],
  before: ['plan'],
  after: ['plan'],
  '--branch': ['branch'],
  dir: ['file'],
  file: ['file'],
  path: ['file'],
  '--workspace': ['file'],
  '--system-file': ['file'],
  '--out': ['file'],
  '--svg': ['file'],
}

/** What may stand at the end of a command line: `words` are those behind `heddle`, the last of them as far as it is typed. Pure. */
export function expected(program: Command, words: readonly string[]): Expected {
  const typed = words.at(-1) ?? ''
  let command = program
  let awaits: Option | undefined
  let positionals = 0
  let onlyPositionals = false
  let workspace: string | undefined
  for (const word of words.slice(0, -1)) {
    if (awaits?.long === '--workspace') workspace = word
    if (awaits) awaits = undefined
    else if (onlyPositionals) positionals++
    else if (word === '--') onlyPositionals = true
    else if (word.startsWith('-') && word !== '-') awaits = valueOption(program, command, word)
    else {
      const inner = command.commands.find((each) => each.name() === word)
      if (inner) command = inner
      else positionals++
    }
  }
  if (awaits) return { suggestions: choicesOf(awaits), kinds: kinds[awaits.long ?? ''] ?? [], workspace }
  if (typed.startsWith('-') && !onlyPositionals)
    return { suggestions: optionsOf(program, command), kinds: [], workspace }
  const argument = argumentAt(command, positionals)
  const inner = positionals === 0 ? commandsOf(command) : []
  return {
    suggestions: [...inner, ...(argument ? choicesOf(argument) : [])],
    kinds: argument ? (kinds[argument.name()] ?? []) : [],
    workspace,
  }
}

/** The option of a word if its value is the next one. */
function valueOption(program: Command, command: Command, word: string): Option | undefined {
  return allOptions(program, command).find(({ long, short, required }) => required && (long === word || short === word))
}

function allOptions(program: Command, command: Command): readonly Option[] {
  return command === program ? command.options : [...command.options, ...program.options]
}

function optionsOf(program: Command, command: Command): Suggestion[] {
  const listed = allOptions(program, command).filter(({ hidden }) => !hidden)
  return [
    ...listed.flatMap(({ long, description }) => (long ? [{ value: long, about: description }] : [])),
    { value: '--help' },
  ]
}

function commandsOf(command: Command): Suggestion[] {
  const visible = command.createHelp().visibleCommands(command)
  return visible.map((each) => ({ value: each.name(), about: each.description() }))
}

function argumentAt(command: Command, position: number): Argument | undefined {
  const found = command.registeredArguments[position]
  const last = command.registeredArguments.at(-1)
  return found ?? (last?.variadic === true ? last : undefined)
}

function choicesOf({ argChoices }: { readonly argChoices?: readonly string[] | undefined }): Suggestion[] {
  return (argChoices ?? []).map((value) => ({ value }))
}
