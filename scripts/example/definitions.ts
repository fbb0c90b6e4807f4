import type { Json } from '../../src/core/content/json.ts'
import type { ToolRequest } from './step.ts'

/** A tool as Anthropic's Messages want it defined. */
export interface Definition {
  readonly name: ToolRequest['tool']
  readonly description: string
  readonly input_schema: Json
}

const path = { type: 'string', description: 'Relative to the root of the repository.' }

/** The tools that the example's agent may call. */
export const definitions: readonly Definition[] = [
  define('list_files', 'Lists all files below a folder, one path a line.', { path }, ['path']),
  define(
    'read_file',
    'Reads a text file with numbered lines: all of it, or the lines from start_line to end_line, both included.',
    { path, start_line: { type: 'integer', minimum: 1 }, end_line: { type: 'integer', minimum: 1 } },
    ['path'],
  ),
  define(
    'search',
    'Finds the lines that match a regular expression in a file or in all files below a folder.',
    { pattern: { type: 'string', description: 'A JavaScript regular expression.' }, path },
    ['pattern', 'path'],
  ),
  define(
    'str_replace',
    'Replaces a text in a file. The old text has to occur exactly once.',
    { path, old_text: { type: 'string' }, new_text: { type: 'string' } },
    ['path', 'old_text', 'new_text'],
  ),
  define(
    'write_file',
    'Writes a new file. A file that exists is changed with str_replace.',
    { path, content: { type: 'string' } },
    ['path', 'content'],
  ),
  define(
    'run_tests',
    'Runs the tests of a file or a folder. With verbose, every test is named.',
    { path, verbose: { type: 'boolean' } },
    ['path'],
  ),
  define(
    'check_types',
    'Runs the type checker over a project.',
    { project: { type: 'string', description: 'The path of a tsconfig file.' } },
    ['project'],
  ),
]

function define(
  name: Definition['name'],
  description: string,
  properties: { readonly [property: string]: Json },
  required: readonly string[],
): Definition {
  return { name, description, input_schema: { type: 'object', properties, required, additionalProperties: false } }
}
