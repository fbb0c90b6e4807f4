import { allOf, body, type Exported, field, type Grammar, kept, named, table, textOf } from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

const capital = /^\p{Lu}/u
const spec = { name: named, value: field('value') }

function typeKind(node: SyntaxNode): 'struct' | 'interface' | 'type' {
  const kind = node.field('type')?.kind()
  return kind === 'struct_type' ? 'struct' : kind === 'interface_type' ? 'interface' : 'type'
}

/** The receiver's type, without its pointer, its package and its parameters. */
function receiver(node: SyntaxNode): string | undefined {
  return /(\w+)\s*(?:\[[^\]]*\]\s*)?,?\s*\)$/.exec(textOf(field('receiver'))(node) ?? '')?.[1]
}

function exportsOf(): Exported {
  return (_, name) => capital.test(name)
}

export const go: Grammar = {
  declarations: table({
    function_declaration: { kind: 'function', name: named, body },
    method_declaration: { kind: 'method', name: named, owner: receiver, body },
    type_spec: { kind: typeKind, name: named },
    type_alias: { kind: 'type', name: named },
    const_spec: { kind: 'constant', ...spec },
    var_spec: { kind: 'variable', ...spec },
  }),
  wrappers: new Set(['type_declaration', 'const_declaration', 'var_declaration', 'var_spec_list']),
  beginnings: table({}),
  transparent: table({}),
  comments: new Set(['comment']),
  attributes: new Set(),
  imports: table({ package_clause: kept, import_declaration: allOf(/["`]([^"`\n]+)["`]/g) }),
  exports: exportsOf,
}
