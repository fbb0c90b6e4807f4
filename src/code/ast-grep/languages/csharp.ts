import { body, child, type Exported, field, type Grammar, modifiers, named, table } from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

const container = { name: named, body, members: true }
const functions = { kind: 'method', name: named, body } as const

function used(text: string): readonly string[] {
  return /\busing\s+(?:static\s+|unsafe\s+)*(?:\w+\s*=\s*)?([\w.:]+)/.exec(text)?.slice(1) ?? []
}

/** Accessors with bodies, or what is behind `=>`; `{ get; set; }` stays. */
function propertyBody(node: SyntaxNode): SyntaxNode | null {
  const accessors = node.field('accessors')
  if (!accessors) return node.field('value')
  return accessors.namedChildren().some((held) => held.field('body')) ? accessors : null
}

/** Members are private unless they say otherwise or stand in an interface; types are not. */
function exportsOf(): Exported {
  return (signature, _, holder) => {
    const before = modifiers(signature)
    if (/\b(private|protected)\b/.test(before)) return false
    return !holder || holder === 'interface' || holder === 'enum' || /\b(public|internal)\b/.test(before)
  }
}

export const csharp: Grammar = {
  declarations: table({
    namespace_declaration: { kind: 'module', ...container },
    file_scoped_namespace_declaration: { kind: 'module', name: named },
    class_declaration: { kind: 'class', ...container },
    record_declaration: { kind: 'class', ...container },
    struct_declaration: { kind: 'struct', ...container },
    interface_declaration: { kind: 'interface', ...container },
    enum_declaration: { kind: 'enum', name: named, body, whole: true },
    delegate_declaration: { kind: 'type', name: named },
    method_declaration: functions,
    constructor_declaration: functions,
    destructor_declaration: functions,
    operator_declaration: { kind: 'method', name: (node) => `operator ${node.field('operator')?.text() ?? ''}`, body },
    indexer_declaration: { kind: 'method', name: () => 'this', body: propertyBody },
    property_declaration: { kind: 'field', name: named, body: propertyBody },
    variable_declarator: {
      kind: 'field',
      name: named,
      value: child('object_creation_expression', 'initializer_expression'),
    },
  }),
  wrappers: new Set(['field_declaration', 'event_field_declaration', 'variable_declaration']),
  beginnings: table({}),
  transparent: table({ preproc_if: (node: SyntaxNode) => node, declaration_list: field('body') }),
  comments: new Set(['comment']),
  attributes: new Set(['attribute_list']),
  imports: table({ using_directive: used }),
  exports: exportsOf,
}
