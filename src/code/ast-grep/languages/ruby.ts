import { body, type Grammar, kept, named, table } from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

const container = { name: named, body, members: true }
const functions = { kind: 'function', name: named, body } as const

function constantName(node: SyntaxNode): string | undefined {
  const left = node.field('left')
  return left?.kind() === 'constant' ? left.text() : undefined
}

/** `require` and its kin, and calls that say what a class is made of. */
function called(text: string): readonly string[] | undefined {
  const required = /^(?:require|require_relative|load|autoload\s+:\w+,)[\s(]+['"]([^'"\n]+)['"]/.exec(text)
  if (required) return required.slice(1)
  return /^(include|extend|prepend|attr_\w+|alias_method)\b/.test(text) ? [] : undefined
}

function visibility(text: string): readonly string[] | undefined {
  return /^(private|protected|public|module_function)$/.test(text) ? kept() : undefined
}

export const ruby: Grammar = {
  declarations: table({
    module: { kind: 'module', ...container },
    class: { kind: 'class', ...container },
    method: functions,
    singleton_method: functions,
    assignment: { kind: 'constant', name: constantName, value: (node) => node.field('right') },
  }),
  wrappers: new Set(),
  beginnings: table({}),
  transparent: table({ singleton_class: body, begin: (node) => node, if: (node) => node.field('consequence') }),
  comments: new Set(['comment']),
  attributes: new Set(),
  imports: table({ call: called, identifier: visibility }),
  exports: () => (_, name) => !name.startsWith('_'),
}
