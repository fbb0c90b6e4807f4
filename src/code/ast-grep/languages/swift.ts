import type { SymbolKind } from '../../symbol.ts'
import { body, child, field, type Grammar, named, table, textOf, unless } from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

const typeKinds = table<SymbolKind>({
  class: 'class',
  actor: 'class',
  struct: 'struct',
  enum: 'enum',
  extension: 'class',
})
const typeKeyword = textOf(field('declaration_kind'))
const computed = child('computed_property')

function requiredName(node: SyntaxNode): string | undefined {
  return named(node)?.replace(/^(var|let)\s+/, '')
}

function imported(text: string): readonly string[] {
  return /\bimport\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?([\w.]+)/.exec(text)?.slice(1) ?? []
}

export const swift: Grammar = {
  declarations: table({
    class_declaration: {
      kind: (node: SyntaxNode) => typeKinds.get(typeKeyword(node) ?? '') ?? 'class',
      extension: (node: SyntaxNode) => typeKeyword(node) === 'extension',
      name: named,
      body,
      members: true,
    },
    protocol_declaration: { kind: 'interface', name: named, body, members: true },
    enum_entry: { kind: 'constant', name: named },
    function_declaration: { kind: 'function', name: named, body },
    protocol_function_declaration: { kind: 'function', name: named },
    init_declaration: { kind: 'method', name: () => 'init', body },
    subscript_declaration: { kind: 'method', name: () => 'subscript', body: computed },
    property_declaration: { kind: 'variable', name: named, body: computed, value: field('value') },
    protocol_property_declaration: { kind: 'variable', name: requiredName },
    associatedtype_declaration: { kind: 'type', name: named },
    typealias_declaration: { kind: 'type', name: named },
  }),
  wrappers: new Set(),
  beginnings: table({}),
  transparent: table({}),
  comments: new Set(['comment', 'multiline_comment']),
  attributes: new Set(['attribute']),
  imports: table({ import_declaration: imported }),
  exports: unless(/\b(private|fileprivate)\b/),
}
