import { body, child, type Exported, field, type Grammar, named, table, withoutParameters } from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

const types = { name: named, body, whole: true }
const values = { name: named, value: field('value') }

/** The name of the type that a block adds to, without its path and parameters. */
function implemented(node: SyntaxNode): string | undefined {
  return withoutParameters(field('type')(node)?.text() ?? '')
    .split('::')
    .at(-1)
}

function usedPath(text: string): readonly string[] {
  const path = /\buse\s+([^;]*)/.exec(text)?.[1]?.replace(/\s+/g, ' ').trim()
  return path ? [path] : []
}

function crateName(text: string): readonly string[] {
  return /\bcrate\s+(\w+)/.exec(text)?.slice(1) ?? []
}

/** A module in a file of its own. */
function moduleFile(text: string): readonly string[] | undefined {
  return /^(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;$/.exec(text)?.slice(1)
}

/** What is `pub` in some way, and what a trait has. */
function exportsOf(): Exported {
  return (signature, _, holder) => holder === 'trait' || /^pub\b/.test(signature)
}

export const rust: Grammar = {
  declarations: table({
    function_item: { kind: 'function', name: named, body },
    function_signature_item: { kind: 'function', name: named },
    struct_item: { kind: 'struct', ...types },
    enum_item: { kind: 'enum', ...types },
    union_item: { kind: 'struct', ...types },
    type_item: { kind: 'type', name: named },
    associated_type: { kind: 'type', name: named },
    trait_item: { kind: 'trait', name: named, body, members: true },
    impl_item: {
      kind: (node) => (node.field('trait') ? 'trait' : 'struct'),
      extension: () => true,
      name: implemented,
      body,
      members: true,
    },
    mod_item: { kind: 'module', name: named, body, members: true },
    const_item: { kind: 'constant', ...values },
    static_item: { kind: 'variable', ...values },
    macro_definition: { kind: 'macro', name: named, body: child('macro_rule') },
  }),
  wrappers: new Set(),
  beginnings: table({}),
  transparent: table({ foreign_mod_item: body }),
  comments: new Set(['line_comment', 'block_comment']),
  attributes: new Set(['attribute_item']),
  imports: table({ use_declaration: usedPath, extern_crate_declaration: crateName, mod_item: moduleFile }),
  exports: exportsOf,
}
