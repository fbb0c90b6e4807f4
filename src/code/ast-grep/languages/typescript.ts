import type { SymbolKind } from '../../symbol.ts'
import {
  allOf,
  body,
  child,
  type Declaration,
  type Exported,
  field,
  type Grammar,
  itself,
  named,
  table,
} from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

const functions = { kind: 'function', name: named, body } as const
const classes = { kind: 'class', name: named, body, members: true } as const
const modules = { kind: 'module', name: named, body, members: true } as const
const fields = { kind: 'field', name: named, value: field('value') } as const

const declarations: ReadonlyMap<string, Declaration> = table<Declaration>({
  function_declaration: functions,
  generator_function_declaration: functions,
  function_signature: functions,
  function_expression: functions,
  generator_function: functions,
  arrow_function: functions,
  class_declaration: classes,
  abstract_class_declaration: classes,
  class: classes,
  interface_declaration: { kind: 'interface', name: named, body, whole: true },
  type_alias_declaration: { kind: 'type', name: named },
  enum_declaration: { kind: 'enum', name: named, body, whole: true },
  module: modules,
  internal_module: modules,
  export_statement: {
    kind: 'variable',
    name: (node) => (node.field('value') ? 'default' : undefined),
    value: field('value'),
  },
  variable_declarator: { kind: variableKind, name: named, value: field('value') },
  assignment_expression: { kind: 'variable', name: exportsName, value: field('right') },
  method_definition: { kind: 'method', name: named, body },
  method_signature: { kind: 'method', name: named },
  abstract_method_signature: { kind: 'method', name: named },
  public_field_definition: fields,
  field_definition: { kind: 'field', name: (node) => node.field('property')?.text(), value: field('value') },
})

function variableKind(node: SyntaxNode): SymbolKind {
  return node.parent()?.child(0)?.kind() === 'const' ? 'constant' : 'variable'
}

/** What `exports.name = …` and `module.exports = …` declare. */
function exportsName(node: SyntaxNode): string | undefined {
  const left = node.field('left')?.text() ?? ''
  if (left === 'module.exports') return 'default'
  return /^(?:module\.)?exports\.([\w$]+)$/.exec(left)?.[1]
}

/** The body of a function that is called where it stands, or of the factory that is handed to it. */
function calledAtOnce(node: SyntaxNode): SyntaxNode | null {
  const called = node.field('function')
  if (!['parenthesized_expression', 'function_expression'].includes(called?.kind() ?? '')) return null
  const factory = node.field('arguments')?.namedChildren().at(-1)
  const written = [factory, called].map((held) => (held?.kind() === 'parenthesized_expression' ? held.child(1) : held))
  return written.map((held) => held?.field('body') ?? null).find((held) => held !== null) ?? null
}

const quoted = allOf(/['"]([^'"\n]+)['"]/g)
const required = allOf(/\brequire\(\s*['"]([^'"\n]+)['"]\s*\)/g)
const longestRequire = 1000

function variableImports(text: string): readonly string[] | undefined {
  if (text.length > longestRequire || !text.includes('require(')) return undefined
  const found = required(text)
  return found.length > 0 ? found : undefined
}

function exportImports(text: string): readonly string[] | undefined {
  return /^export\s*(type\s*)?[{*=]/.test(text) ? allOf(/\bfrom\s*['"]([^'"\n]+)['"]/g)(text) : undefined
}

const exportLists = /\bexport\s*\{([^{}]*)\}(?!\s*from)|\bmodule\.exports\s*=\s*\{([^{}]*)\}/g
const exportedAlone = allOf(/\b(?:export\s+default|export\s*=|module\.exports\s*=)\s+([\w$]+)\s*;?\s*$/gm)

/** Exported are names with `export`, those in a list of exports of the file, and what hangs on `exports`. */
function exportsOf(text: string): Exported {
  const listed = Array.from(text.matchAll(exportLists), ([, list, object]) => (list ?? object ?? '').split(','))
  const names = new Set(listed.flat().map((entry) => /[\w$]+/.exec(entry)?.[0] ?? ''))
  for (const name of exportedAlone(text)) names.add(name)
  return (signature, name, holder) => {
    if (holder) return !name.startsWith('#') && !/^[\w\s]*\b(private|protected)\b/.test(signature)
    return /^(export\b|exports\.|module\.exports\b)/.test(signature) || names.has(name)
  }
}

/** TypeScript and JavaScript, with JSX or without. */
export const typescript: Grammar = {
  declarations,
  wrappers: new Set([
    'export_statement',
    'ambient_declaration',
    'lexical_declaration',
    'variable_declaration',
    'expression_statement',
  ]),
  beginnings: table({ expression_statement: /(?:module|namespace|exports|declare)\b|[(!]/y }),
  transparent: table({
    unary_expression: itself,
    call_expression: calledAtOnce,
    ambient_declaration: child('statement_block'),
  }),
  comments: new Set(['comment']),
  attributes: new Set(['decorator']),
  imports: table({
    import_statement: quoted,
    export_statement: exportImports,
    lexical_declaration: variableImports,
    variable_declaration: variableImports,
  }),
  exports: exportsOf,
}
