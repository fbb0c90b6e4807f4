import { body, field, type Grammar, itself, kept, named, table, unless } from '../grammar.ts'

const functions = { kind: 'method', name: named, body } as const
const container = { name: named, body, members: true }

function imported(text: string): readonly string[] {
  return /^import\s+(?:static\s+)?([\w.]+\*?)/.exec(text)?.slice(1) ?? []
}

export const java: Grammar = {
  declarations: table({
    class_declaration: { kind: 'class', ...container },
    record_declaration: { kind: 'class', ...container },
    interface_declaration: { kind: 'interface', ...container },
    annotation_type_declaration: { kind: 'interface', ...container },
    enum_declaration: { kind: 'enum', ...container },
    enum_constant: { kind: 'constant', name: named, body },
    method_declaration: functions,
    constructor_declaration: functions,
    compact_constructor_declaration: functions,
    annotation_type_element_declaration: functions,
    variable_declarator: { kind: 'field', name: named, value: field('value') },
  }),
  wrappers: new Set(['field_declaration', 'constant_declaration']),
  beginnings: table({}),
  transparent: table({ enum_body_declarations: itself }),
  comments: new Set(['line_comment', 'block_comment']),
  attributes: new Set(['marker_annotation', 'annotation']),
  imports: table({ package_declaration: kept, import_declaration: imported }),
  exports: unless(/\b(private|protected)\b/),
}
