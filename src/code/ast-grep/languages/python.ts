import { allOf, body, type Exported, field, type Grammar, itself, kept, named, table, textOf } from '../grammar.ts'
import type { SyntaxNode } from '../syntax-node.ts'

/** `NAME = …` and `name: type = …`; anything more on the left declares nothing. */
function assignedName(node: SyntaxNode): string | undefined {
  const left = node.field('left')
  return left?.kind() === 'identifier' ? left.text() : undefined
}

function docstring(node: SyntaxNode): SyntaxNode | null {
  let first = node.child(0)
  for (let nth = 1; first?.kind() === 'comment'; nth += 1) first = node.child(nth)
  const string = first?.child(0) ?? null
  return string?.kind() === 'string' ? string : null
}

function importsOf(text: string): readonly string[] {
  const from = /^from\s+(\.*)\s*([\w.]*)\s+import\b/.exec(text)
  const [whole, dots = '', module = ''] = from ?? []
  if (module !== '') return [`${dots}${module}`]
  const names = text.slice(whole?.length ?? 'import'.length).replace(/#[^\n]*|[()\\]/g, ' ')
  return names.split(',').flatMap((name) => {
    const [first = ''] = name.trim().split(/\s/)
    return first === '' ? [] : [`${dots}${first}`]
  })
}

/** What `__all__` names, where it is there; else every name that does not begin with an underscore. */
function exportsOf(text: string): Exported {
  const list = /^__all__(?:\s*:[^=\n]*)?\s*=\s*[[(]([^\])]*)/m.exec(text)?.[1]
  const names = list === undefined ? undefined : new Set(allOf(/['"]([^'"\n]+)['"]/g)(list))
  return (_, name, holder) => (names && !holder ? names.has(name) : !name.startsWith('_') || /^__\w+__$/.test(name))
}

/** What runs as a script declares nothing. */
function unlessScript(node: SyntaxNode): SyntaxNode | null {
  return node.field('condition')?.text().includes('__name__') ? null : node
}

export const python: Grammar = {
  declarations: table({
    function_definition: { kind: 'function', name: named, body },
    class_definition: { kind: 'class', name: named, body, members: true },
    assignment: { kind: kindOf, name: assignedName, value: field('right') },
    type_alias_statement: { kind: 'type', name: textOf(field('left')) },
  }),
  wrappers: new Set(['decorated_definition', 'expression_statement']),
  beginnings: table({ expression_statement: /\w+\s*[:=]/y }),
  transparent: table({
    if_statement: unlessScript,
    elif_clause: field('consequence'),
    else_clause: body,
    try_statement: itself,
    except_clause: itself,
    finally_clause: itself,
    block: itself,
  }),
  comments: new Set(['comment']),
  attributes: new Set(['decorator']),
  imports: table({ import_statement: importsOf, import_from_statement: importsOf, future_import_statement: kept }),
  docstring,
  exports: exportsOf,
}

function kindOf(node: SyntaxNode): 'constant' | 'variable' {
  return /^[A-Z_0-9]+$/.test(assignedName(node) ?? '') ? 'constant' : 'variable'
}
