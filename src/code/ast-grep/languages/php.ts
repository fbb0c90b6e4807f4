import { body, child, type Grammar, itself, kept, named, table, textOf, unless } from '../grammar.ts'

const functions = { kind: 'function', name: named, body } as const
const container = { name: named, body, members: true }

/** Every name that is used, with the path of its group before it. */
function used(text: string): readonly string[] {
  const [, path = '', group] = /^use\s+(?:function\s+|const\s+)?([^{;]*)(?:\{([^}]*)\})?/.exec(text) ?? []
  const names = (group ?? path).split(',').map((name) => name.trim().replace(/^(function|const)\s+/, ''))
  return names.flatMap((name) => {
    const [first = ''] = name.split(/\s/)
    return first === '' ? [] : [`${group === undefined ? '' : path.trim()}${first}`]
  })
}

function required(text: string): readonly string[] | undefined {
  return /^(?:require|include)(?:_once)?\b[^'"\n]*['"]([^'"\n]+)['"]/.exec(text)?.slice(1)
}

export const php: Grammar = {
  declarations: table({
    namespace_definition: { kind: 'module', ...container },
    class_declaration: { kind: 'class', ...container },
    interface_declaration: { kind: 'interface', ...container },
    trait_declaration: { kind: 'trait', ...container },
    enum_declaration: { kind: 'enum', ...container },
    enum_case: { kind: 'constant', name: named },
    function_definition: functions,
    method_declaration: functions,
    const_element: {
      kind: 'constant',
      name: textOf(child('name')),
      value: (node) => node.namedChildren().at(-1) ?? null,
    },
    property_element: {
      kind: 'field',
      name: textOf(child('variable_name')),
      value: (node) => node.namedChildren().at(1) ?? null,
    },
  }),
  wrappers: new Set(['const_declaration', 'property_declaration']),
  beginnings: table({}),
  transparent: table({ if_statement: body, compound_statement: itself }),
  comments: new Set(['comment']),
  attributes: new Set(['attribute_list']),
  imports: table({ namespace_use_declaration: used, use_declaration: kept, expression_statement: required }),
  exports: unless(/\b(private|protected)\b/),
}
