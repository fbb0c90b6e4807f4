import type { SymbolKind } from '../../symbol.ts'
import { body, type Exported, field, type Grammar, itself, kept, named, table, withoutParameters } from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

const container = { name: named, body, members: true }

/** What declares the name, inside of pointers, arrays, references and parameters. */
function innermost(node: SyntaxNode): SyntaxNode | undefined {
  let found = node.field('declarator')
  for (let depth = 0; found && depth < 20; depth += 1) {
    const nested = /^(reference|parenthesized|attributed)_declarator$/.test(found.kind())
    const inner: SyntaxNode | null | undefined =
      found.field('declarator') ?? (nested ? found.namedChildren().at(0) : null)
    if (!inner) return found
    found = inner
  }
  return found ?? undefined
}

function declaredName(node: SyntaxNode): string | undefined {
  return innermost(node)?.text().split('::').at(-1)?.trim()
}

/** The class or the namespace before a name: `Box` in `Box<T>::open`. */
function qualifier(node: SyntaxNode): string | undefined {
  const parts = innermost(node)?.text().split('::') ?? []
  return parts.length > 1 ? withoutParameters(parts.at(-2) ?? '') : undefined
}

function declaredKind(node: SyntaxNode): SymbolKind {
  let found = node.field('declarator')
  while (found && /^(pointer|reference)_declarator$/.test(found.kind())) {
    found = found.field('declarator') ?? found.namedChildren().at(-1) ?? null
  }
  const isFunction = found?.kind() === 'function_declarator'
  return isFunction && found?.field('declarator')?.kind() !== 'parenthesized_declarator' ? 'function' : 'variable'
}

function included(text: string): readonly string[] {
  return /[<"]([^>"\n]+)[>"]/.exec(text)?.slice(1) ?? []
}

function exportsOf(): Exported {
  return (signature, _, holder) => holder !== undefined || !/^(inline\s+)?static\b/.test(signature)
}

/** C and C++. */
export const c: Grammar = {
  declarations: table({
    function_definition: { kind: 'function', name: declaredName, owner: qualifier, body },
    declaration: {
      kind: declaredKind,
      name: declaredName,
      owner: qualifier,
      value: (node) => node.field('declarator')?.field('value') ?? null,
    },
    field_declaration: { kind: declaredKind, name: declaredName, value: field('default_value') },
    type_definition: { kind: 'type', name: declaredName },
    alias_declaration: { kind: 'type', name: named },
    concept_definition: { kind: 'type', name: named },
    struct_specifier: { kind: 'struct', ...container },
    union_specifier: { kind: 'struct', ...container },
    class_specifier: { kind: 'class', ...container },
    enum_specifier: { kind: 'enum', name: named, body, whole: true },
    namespace_definition: { kind: 'module', ...container },
    preproc_def: {
      kind: 'macro',
      name: (node) => (node.field('value') ? named(node) : undefined),
      value: field('value'),
    },
    preproc_function_def: { kind: 'macro', name: named, value: field('value') },
  }),
  wrappers: new Set(['template_declaration', 'field_declaration', 'declaration']),
  beginnings: table({}),
  transparent: table({
    preproc_ifdef: itself,
    preproc_if: itself,
    preproc_else: itself,
    preproc_elif: itself,
    linkage_specification: body,
    declaration_list: itself,
    namespace_definition: body,
  }),
  comments: new Set(['comment']),
  attributes: new Set(['attribute_declaration']),
  imports: table({ preproc_include: included, using_declaration: kept, access_specifier: kept }),
  exports: exportsOf,
}
