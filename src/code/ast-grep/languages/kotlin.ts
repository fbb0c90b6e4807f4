import { byKeyword, child, type Grammar, itself, kept, table, textOf, unless } from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

const typeName = textOf(child('type_identifier'))
const simpleName = textOf(child('simple_identifier'))
const body = child('class_body', 'enum_class_body')

function propertyName(node: SyntaxNode): string | undefined {
  const variable = child('variable_declaration')(node)
  return variable ? simpleName(variable) : undefined
}

/** What is behind the sign, or the delegate. */
function initialiser(node: SyntaxNode): SyntaxNode | null {
  const [last] = node.namedChildren().slice(-1)
  return last && !/^(variable_declaration|user_type|getter|setter|type_constraints)$/.test(last.kind()) ? last : null
}

function imported(text: string): readonly string[] {
  return /^import\s+([\w.`]+\*?)/.exec(text)?.slice(1) ?? []
}

export const kotlin: Grammar = {
  declarations: table({
    class_declaration: {
      kind: byKeyword({ interface: 'interface', enum: 'enum', class: 'class' }),
      name: typeName,
      body,
      members: true,
    },
    object_declaration: { kind: 'class', name: typeName, body, members: true },
    companion_object: { kind: 'class', name: (node) => typeName(node) ?? 'Companion', body, members: true },
    enum_entry: { kind: 'constant', name: simpleName, body },
    function_declaration: { kind: 'function', name: simpleName, body: child('function_body') },
    secondary_constructor: { kind: 'method', name: () => 'constructor', body: child('statements') },
    property_declaration: { kind: 'variable', name: propertyName, value: initialiser },
    type_alias: { kind: 'type', name: typeName },
  }),
  wrappers: new Set(),
  beginnings: table({}),
  transparent: table({ import_list: itself }),
  comments: new Set(['line_comment', 'multiline_comment']),
  attributes: new Set(['annotation']),
  imports: table({ package_header: kept, import_header: imported }),
  exports: unless(/\b(private|protected)\b/),
}
